import {
  isTemplate,
  matchResource,
  type Resource,
  type ResourceContent,
} from '../../src/operation/define-resource.ts';
import type { McpParts } from '../parts.ts';
import type { McpCaller } from './caller.ts';
import { type Era, resourceFault, unknownResource } from './rpc-fault.ts';

/** Resources as MCP lists and reads them. */
export interface ResourceFace {
  readonly list: readonly McpResource[];
  readonly templates: readonly McpResourceTemplate[];
  /** @throws RpcFault, also for what belongs to somebody else. */
  read(
    uri: string,
    reader: McpCaller & { readonly era: Era; readonly signal: AbortSignal },
  ): Promise<McpResourceContents>;
}

interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

interface McpResourceTemplate extends Omit<McpResource, 'uri'> {
  readonly uriTemplate: string;
}

type McpResourceContents = {
  readonly uri: string;
  readonly mimeType: string;
  readonly _meta?: Record<string, unknown>;
} & ({ readonly text: string } | { readonly blob: string });

/** Marks content that came out of a captured document. */
const UNTRUSTED_META = { 'affiant/untrusted': true };

/** The resources of `parts`. Lists are the same for everybody: whose bundles exist shows in no list. */
export function createResourceFace(parts: McpParts): ResourceFace {
  const { resources, pages } = parts;
  return {
    list: resources.flatMap((resource) => listed(resource, pages)),
    templates: resources
      .filter(isTemplate)
      .map(({ uri: uriTemplate, ...resource }) => ({ uriTemplate, ...describe(resource) })),
    async read(uri, reader) {
      try {
        return contents(uri, await readResource(parts, uri, reader));
      } catch (thrown) {
        throw resourceFault(thrown, { ...reader, uri });
      }
    },
  };
}

function listed(resource: Resource, pages: McpParts['pages']): McpResource[] {
  if (!isTemplate(resource)) return [{ uri: resource.uri, ...describe(resource) }];
  const members = resource.list?.({ pages }) ?? [];
  return members.map(({ uri, title }) => ({ ...describe(resource), uri, name: uri, title }));
}

const describe = ({ name, title, description, mediaType }: Omit<Resource, 'uri'>) => ({
  name,
  title,
  description,
  mimeType: mediaType,
});

async function readResource(
  { resources, pipeline, bundles, pages, skill }: McpParts,
  uri: string,
  { credentials, requestId, signal }: McpCaller & { readonly signal: AbortSignal },
): Promise<ResourceContent> {
  for (const resource of resources) {
    const parameters = matchResource(resource, uri);
    if (!parameters) continue;
    const call = (operation: string, input: Record<string, unknown>) =>
      pipeline.call({ operation, input, credentials, requestId, face: 'mcp', idempotencyKey: null, signal });
    return resource.read(parameters, { call, bundles, pages, skill });
  }
  throw unknownResource();
}

function contents(uri: string, content: ResourceContent): McpResourceContents {
  const head = { uri, mimeType: content.mediaType, ...(content.untrusted && { _meta: UNTRUSTED_META }) };
  return 'text' in content
    ? { ...head, text: content.text }
    : { ...head, blob: Buffer.from(content.bytes).toString('base64') };
}
