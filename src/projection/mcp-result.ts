import type { CallResult } from '../operation/pipeline.ts';
import { firstCharacters } from '../operation/text-page.ts';
import { settlementResponse } from './payment.ts';

/** Most characters of document text in one answer: it goes whole into a model's context (design.md 4.12). */
const MAX_TEXT_CHARACTERS = 8_000;

interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size?: number;
}

type Content = { readonly type: 'text'; readonly text: string } | ResourceLink;

/** A successful tool call. */
export interface McpCallResult {
  readonly content: Content[];
  readonly structuredContent: Record<string, unknown>;
  /** `x402/payment-response` of a call that was paid for. */
  readonly _meta?: Record<string, unknown>;
}

type Answer = Pick<CallResult, 'output' | 'attachment' | 'payment'>;

/** An answer as an MCP result: clients read either the text or the structure, so both say everything. */
export function callResult({ output, attachment, payment }: Answer): McpCallResult {
  const structuredContent = firstPage(output);
  const text = JSON.stringify(structuredContent);
  return {
    content: [{ type: 'text', text }, ...attachmentLinks(attachment), ...bundleLinks(output)],
    structuredContent,
    ...(payment && { _meta: { [PAYMENT_RESPONSE_META]: settlementResponse(payment) } }),
  };
}

/** @see https://github.com/coinbase/x402 specs/transports-v2/mcp.md */
const PAYMENT_RESPONSE_META = 'x402/payment-response';

/** The output with its document text cut; `next_offset` asks the same tool for the rest. */
function firstPage(output: Record<string, unknown>): Record<string, unknown> {
  const { markdown, offset } = output;
  if (typeof markdown !== 'string') return output;
  const page = firstCharacters(markdown, MAX_TEXT_CHARACTERS);
  if (page.length === markdown.length) return output;
  return { ...output, markdown: page, next_offset: Number(offset ?? 0) + MAX_TEXT_CHARACTERS };
}

function attachmentLinks(attachment: Answer['attachment']): ResourceLink[] {
  if (!attachment?.uri) return [];
  const { uri, filename, mediaType, sizeBytes } = attachment;
  const size = sizeBytes === undefined ? {} : { size: sizeBytes };
  return [{ type: 'resource_link', uri, name: filename, mimeType: mediaType, ...size }];
}

/** Parts of a bundle that resources serve (see resources/). */
const LINKED_ARTIFACTS = ['markdown', 'screenshot'];

/** Where to read the bundle that the output describes; none when it describes no bundle. */
function bundleLinks({ bundle_id, artifacts }: Record<string, unknown>): ResourceLink[] {
  if (typeof bundle_id !== 'string' || typeof artifacts !== 'object' || artifacts === null) return [];
  const link = (name: string, mimeType: string): ResourceLink => ({
    type: 'resource_link',
    uri: `evidence://bundles/${bundle_id}/${name}`,
    name,
    mimeType,
  });
  const present = artifacts as Record<string, { readonly media_type: string; readonly size: number }>;
  const linked = LINKED_ARTIFACTS.flatMap((name) => {
    const artifact = present[name];
    return artifact ? [{ ...link(name, artifact.media_type), size: artifact.size }] : [];
  });
  return [link('manifest', 'application/json'), ...linked];
}
