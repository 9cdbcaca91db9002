import type { CallResult } from '../operation/pipeline.ts';

type Content =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly size?: number;
    };

/** A successful tool call. */
export interface McpCallResult {
  readonly content: Content[];
  readonly structuredContent: Record<string, unknown>;
}

/** An answer as an MCP result: clients read either the text or the structure, so both say everything. */
export function callResult({ output, attachment }: Pick<CallResult, 'output' | 'attachment'>): McpCallResult {
  const content: Content[] = [{ type: 'text', text: JSON.stringify(output) }];
  if (attachment?.uri) {
    const { uri, filename, mediaType, sizeBytes } = attachment;
    const size = sizeBytes === undefined ? {} : { size: sizeBytes };
    content.push({ type: 'resource_link', uri, name: filename, mimeType: mediaType, ...size });
  }
  return { content, structuredContent: output };
}
