import { z } from 'zod';
import { type IdPrefix, idPattern } from './id.ts';

/** A SHA-256 digest on the wire: 64 lower-case hex digits. `z.hex()` would also take upper case. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** An id with a fixed prefix, e.g. `ev_01ARZ3NDEKTSV4RRFFQ69G5FAV`. A malformed one answers `ID_MALFORMED`. */
export const idSchema = (prefix: IdPrefix) => z.string().regex(idPattern(prefix)).meta({ 'x-id': prefix });

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Names a schema for OpenAPI components; MCP gets it inlined. zod's own `id` would force `$ref`s. */
export const component = <T extends z.ZodType>(name: string, schema: T): T =>
  schema.meta({ 'x-component': name }) as T;

/** An object that `tools/list` shows without its members, since another operation has them too: agents pay for each byte of it. */
export const briefInLists = <T extends z.ZodType>(schema: T): T => schema.meta({ 'x-brief': true }) as T;
