import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { createId } from '../src/core/id.ts';

const HEADER = 'X-Request-Id';

/** Gives every answer an id of ours. One that a caller sends is not trusted: it would end up in logs. */
export const assignRequestId: RequestHandler = (_req, res, next) => {
  res.setHeader(HEADER, createId('req'));
  next();
};

/** The id that {@link assignRequestId} gave. */
export const requestIdOf = (res: ServerResponse): string => String(res.getHeader(HEADER));
