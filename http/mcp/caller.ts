import type { Credentials } from '../../src/operation/ports.ts';

/** Who sent a message, and the id it is traced by. */
export interface McpCaller {
  readonly credentials: Credentials;
  readonly requestId: string;
}
