import type { Response } from 'express';

/** Set every header of `headers`. */
export function setHeaders(res: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
