import type { BundleStore } from '../src/domain/bundle/port.ts';
import type { Catalogue } from '../src/operation/catalogue.ts';
import type { Prompt } from '../src/operation/define-prompt.ts';
import type { Resource } from '../src/operation/define-resource.ts';
import type { Pipeline } from '../src/operation/pipeline.ts';

/** What the MCP faces serve, whatever the transport. */
export interface McpParts {
  readonly pipeline: Pick<Pipeline, 'call'>;
  readonly catalogue: Catalogue;
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  readonly bundles: Pick<BundleStore, 'open'>;
  /** Documentation pages (Markdown) by name without extension. */
  readonly pages: ReadonlyMap<string, string>;
  /** SKILL.md. */
  readonly skill: string;
  readonly configuration: FaceConfiguration;
  /** Told of failures that no caller can be told of: logged by the composition. */
  readonly onFault: (error: unknown, requestId: string | null) => void;
}

/** What a server needs to tell that it lives. */
export interface HealthParts extends Pick<McpParts, 'configuration' | 'onFault'> {
  readonly readiness: () => Readiness;
}

/** What the HTTP server serves. */
export interface HttpParts extends McpParts, HealthParts {
  /** Content of resources/verify/verify.html. */
  readonly verifyPage: string;
}

interface FaceConfiguration {
  /** Base of links and the one host that is served besides loopback; without trailing slash. */
  readonly baseUrl: string;
  /** Version of this service. */
  readonly version: string;
  /** CAIP-2 id of the chain that wallets sign in for; absent where no wallet can. */
  readonly signInNetwork?: string;
  /** Most bytes of an uploaded document, after decoding. */
  readonly maxUploadBytes: number;
}

/** Whether calls can be served now; `reason` is safe to show. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };
