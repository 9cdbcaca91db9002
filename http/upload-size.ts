import { EvidenceError } from '../src/core/error.ts';
import type { Tool } from '../src/operation/define-tool.ts';
import { tooLarge } from './body.ts';

/**
 * Check the document inside an input that has not been parsed yet, counted in decoded bytes.
 *
 * @throws EvidenceError `PAYLOAD_TOO_LARGE`, `FILE_EMPTY`.
 */
export function assertUploadSize(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  maxBytes: number,
): void {
  const file = tool.rest.file === undefined ? undefined : input[tool.rest.file];
  if (typeof file !== 'object' || file === null || !('base64' in file) || typeof file.base64 !== 'string')
    return;
  const size = decodedBytes(file.base64);
  if (size > maxBytes) throw tooLarge(maxBytes);
  if (size === 0) throw new EvidenceError('FILE_EMPTY');
}

/** Length of what base64 stands for, without decoding it. */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor(((base64.length - padding) * 3) / 4);
}

/** Most bytes of a JSON body that can carry a document of `maxUploadBytes` in base64. */
export const jsonLimit = (maxUploadBytes: number): number => Math.ceil(maxUploadBytes / 3) * 4 + 64 * 1024;
