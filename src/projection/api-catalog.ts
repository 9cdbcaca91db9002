import type { ServiceIdentity } from './service-identity.ts';

/** `/.well-known/api-catalog`: a link set. @see https://www.rfc-editor.org/rfc/rfc9727 */
export const buildApiCatalog = ({ baseUrl }: ServiceIdentity): Record<string, unknown> => ({
  linkset: [
    { anchor: `${baseUrl}/.well-known/api-catalog`, item: [{ href: `${baseUrl}/v1` }] },
    {
      anchor: `${baseUrl}/v1`,
      'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${baseUrl}/SKILL.md`, type: 'text/markdown' }],
      'service-meta': [{ href: `${baseUrl}/.well-known/agent.json`, type: 'application/json' }],
      status: [{ href: `${baseUrl}/`, type: 'application/json' }],
    },
  ],
});
