import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ErrorCode } from '../core/error-codes.ts';
import type { Owner, Principal } from '../domain/account/principal.ts';
import type { PriceKey } from '../domain/payment/price-table.ts';
import type { Services } from './services.ts';

/** Groups of operations: REST tag = MCP toolset = section of the tables. */
export const FAMILIES = [
  'capture',
  'evidence',
  'custody',
  'analysis',
  'jobs',
  'collections',
  'monitors',
  'account',
  'checkpoints',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Bytes beside the output: REST streams them as the body, MCP adds a resource link. */
export interface Attachment {
  readonly stream: () => Readable;
  readonly mediaType: string;
  readonly filename: string;
  readonly sizeBytes?: number;
  /** Strong entity tag without quotes. */
  readonly etag?: string;
  /** Read by MCP clients: `evidence://…` or an absolute URL. */
  readonly uri?: string;
}

/** What a tool's `run` gets beside its input. Nothing of HTTP, MCP or money. */
export interface ToolContext {
  readonly services: Services;
  /** Owner-gated tools never see an anonymous principal. */
  readonly principal: Principal;
  /** Aborted when the caller goes away or the deadline passes. */
  readonly signal: AbortSignal;
  /** 0 to 100 and a short stage name. */
  readonly progress: (percent: number, stage: string) => void;
  /** Base of links, without trailing slash. */
  readonly baseUrl: string;
  readonly attach: (attachment: Attachment) => void;
  /** The answer is a promise: the work goes on as this job, and the call is charged only if it completes. */
  readonly continueAs: (jobId: string) => void;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where the operation stands in REST. Default place of a field: `{x}` -> path; GET, DELETE -> query; else body. */
export interface RestPlacement<Output = Record<string, unknown>> {
  readonly method: Method;
  readonly path: `/v1/${string}`;
  /**
   * Path parameter -> input field, where they differ (`{ id: 'bundle_id' }`).
   */
  readonly params?: Readonly<Record<string, string>>;
  /** Other places: `query` (accepted in the body too on POST), or `header:Name`. */
  readonly in?: Readonly<Record<string, 'query' | `header:${string}`>>;
  /** Field that takes the multipart part `file` or a raw body; it is `{ base64, filename, media_type }` in JSON. */
  readonly file?: string;
  /** Most bytes of that file where it is not the service's upload limit. */
  readonly maxFileBytes?: number;
  /** Statuses of success; the first is the default. */
  readonly statuses?: readonly (200 | 201 | 202 | 409)[];
  /** Status of this output, one of `statuses`. 409 is a negative answer (tampered), not an error. */
  readonly status?: (output: Output) => number;
  /** Response header -> output field. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type when the body is the attachment instead of the output. */
  readonly binary?: string;
}

/** Free, or one of several prices chosen by the input. */
export type Price<Input> =
  | 'free'
  | { readonly keys: readonly PriceKey[]; readonly select: (input: Input) => PriceKey };

/** `read` changes nothing; `create` adds; `update` changes, repeatable; `destroy` removes. */
export type Effect = 'read' | 'create' | 'update' | 'destroy';

/** One operation, defined once: MCP, REST, OpenAPI, agent card and tables are projected from it. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** snake_case, noun first; the file is the same in kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  /** For an agent: leads with verb and object, says what to call next. At most 600 characters. */
  readonly description: string;
  readonly rest: RestPlacement<z.output<O>>;
  readonly input: I;
  readonly output: O;
  readonly price: Price<z.output<I>>;
  /** `owner`: needs a credential. `open`: anybody. */
  readonly auth: 'owner' | 'open';
  readonly effect: Effect;
  /** Talks to the world beyond this service (fetches URLs, a chain). */
  readonly openWorld?: boolean;
  /** Repeating the same call changes nothing more. Default: true for read, update and destroy. */
  readonly idempotent?: boolean;
  /** Codes that `run` may throw, beside those of the pipeline itself. */
  readonly errors: readonly ErrorCode[];
  /** Inputs that parse; shown in OpenAPI and used by tests. */
  readonly examples: readonly { readonly title: string; readonly input: z.input<I> }[];
  /** Wall-clock budget of `run`, default 30,000. */
  readonly deadlineMs?: number;
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
  /**
   * Ids of the bundles that a call made, by its answer: a payment is bound to them, and they are taken back when it
   * fails after all. For tools that make bundles and that wallets can pay.
   */
  bundlesMade?(output: Readonly<Record<string, unknown>>, context: MadeContext): Promise<readonly string[]>;
  /** Take back what else a call made, when its payment fails after all. */
  withdraw?(output: Readonly<Record<string, unknown>>, context: MadeContext): Promise<void>;
}

/** What {@link Tool.bundlesMade} and {@link Tool.withdraw} get. */
export interface MadeContext {
  readonly services: Services;
  /** Who pays. */
  readonly owner: Owner;
}

/** Identity function: it exists so that `run` is typed by the schemas beside it. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}
