import { PAYMENT_NETWORKS } from '../domain/x402/network.ts';
import type { Catalogue } from '../operation/catalogue.ts';
import { FAMILIES, type Tool } from '../operation/define-tool.ts';
import { priceOf } from './prices.ts';
import { registryDigest } from './registry-digest.ts';
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceIdentity } from './service-identity.ts';

const MCP_BINDING = 'https://modelcontextprotocol.io';

/**
 * The discovery card. One object that is an A2A card of v1.0 and of v0.3, and tells agents that speak neither
 * what they need: endpoints, credentials, prices, tools. No A2A interface is listed, because none is served.
 *
 * @see https://a2a-protocol.org/latest/specification/ 8, and v0.3.0 5.5
 */
export function buildAgentCard(
  catalogue: Catalogue,
  { baseUrl, version, signInNetwork }: ServiceIdentity,
): Record<string, unknown> {
  return {
    name: SERVICE_NAME,
    description: SERVICE_SUMMARY,
    version,
    provider: { organization: SERVICE_NAME, url: baseUrl },
    documentationUrl: `${baseUrl}/SKILL.md`,
    ...interfaces(baseUrl),
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    ...SECURITY,
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json', 'application/zip'],
    skills: skills(catalogue),
    auth: authentication(baseUrl, signInNetwork),
    endpoints: endpoints(baseUrl),
    pricing: {
      ...pricing(catalogue),
      ...(signInNetwork !== undefined && { x402: payment(baseUrl, signInNetwork) }),
    },
    tools: catalogue.tools.map(summary),
    registry_digest: registryDigest(catalogue),
  };
}

const interfaces = (baseUrl: string) => ({
  supportedInterfaces: [
    { url: `${baseUrl}/mcp`, protocolBinding: MCP_BINDING, protocolVersion: '2026-07-28' },
    { url: `${baseUrl}/mcp`, protocolBinding: MCP_BINDING, protocolVersion: '2025-11-25' },
    { url: `${baseUrl}/v1`, protocolBinding: 'https://spec.openapis.org/oas/3.1', protocolVersion: '1' },
  ],
  protocolVersion: '0.3.0',
  url: `${baseUrl}/mcp`,
  preferredTransport: MCP_BINDING,
});

/** Each scheme carries the members of both generations of A2A. */
const SECURITY = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' },
    },
    bearer: { type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'Bearer' } },
  },
  securityRequirements: [{ schemes: { apiKey: { list: [] } } }, { schemes: { bearer: { list: [] } } }],
  security: [{ apiKey: [] }, { bearer: [] }],
};

const authentication = (baseUrl: string, signInNetwork: string | undefined) => ({
  schemes: ['api_key', ...(signInNetwork === undefined ? [] : ['x402', 'sign_in_with_x']), 'none'],
  api_key: { headers: ['Authorization: Bearer <key>', 'X-API-Key: <key>'], obtain: `${baseUrl}/SKILL.md` },
  ...(signInNetwork !== undefined && { sign_in_with_x: signIn(baseUrl, signInNetwork) }),
});

/** How a priced call is paid without an account. */
const payment = (baseUrl: string, network: string) => ({
  protocol: 'https://github.com/coinbase/x402',
  versions: [1, 2],
  scheme: 'exact',
  network,
  asset: PAYMENT_NETWORKS[network as keyof typeof PAYMENT_NETWORKS].asset.address,
  how: [
    'Call without a credential: 402 names amount, recipient and network (body: version 1, header PAYMENT-REQUIRED: version 2).',
    'Sign the transfer and repeat the same request with PAYMENT-SIGNATURE or X-Payment; over MCP with _meta["x402/payment"].',
    'X-Payment-Receipt is the hash of the transaction. The wallet owns what it bought.',
  ],
  prices: `${baseUrl}/v1/prices`,
});

/** How a wallet proves itself where nothing is paid. */
const signIn = (baseUrl: string, network: string) => ({
  challenge: `member sign_in of the 401 of GET ${baseUrl}/v1/quota (EIP-4361)`,
  header: 'SIGN-IN-WITH-X: <base64 of the signed challenge>',
  networks: [network],
  session: { header: 'X-Session-Token', use: 'Authorization: Bearer <token>', seconds: 3600 },
});

const endpoints = (baseUrl: string) => ({
  mcp: {
    url: `${baseUrl}/mcp`,
    transport: 'streamable-http',
    protocol_versions: ['2026-07-28', '2025-11-25'],
  },
  mcp_readonly: { url: `${baseUrl}/mcp/readonly`, transport: 'streamable-http' },
  mcp_sse: { url: `${baseUrl}/sse`, transport: 'sse', deprecated: true },
  mcp_stdio: { command: 'affiant', args: ['mcp'] },
  rest: { url: `${baseUrl}/v1`, openapi: `${baseUrl}/openapi.json` },
  keys: `${baseUrl}/.well-known/affiant-keys.json`,
  skill: `${baseUrl}/SKILL.md`,
  health: `${baseUrl}/`,
});

function pricing({ tools }: Catalogue) {
  const prices = tools.map((tool) => [tool.name, priceOf(tool)] as const);
  return {
    currency: 'USD',
    unit: 'successful call',
    free: prices.filter(([, price]) => price === null).map(([name]) => name),
    tools: Object.fromEntries(prices.filter(([, price]) => price !== null)),
  };
}

/** One skill for each family: an agent chooses among a handful, then reads the tools. */
const skills = ({ tools }: Catalogue) =>
  FAMILIES.map((family) => ({ family, members: tools.filter((tool) => tool.family === family) }))
    .filter(({ members }) => members.length > 0)
    .map(({ family, members }) => ({
      id: family,
      name: family[0]?.toUpperCase() + family.slice(1),
      description: members.map((tool) => tool.title).join('; '),
      tags: ['evidence', family],
      examples: members
        .flatMap((tool) => tool.examples.map(({ title }) => `${tool.name}: ${title}`))
        .slice(0, 3),
    }));

const summary = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  family: tool.family,
  rest: `${tool.rest.method} ${tool.rest.path}`,
  read_only: tool.effect === 'read',
  auth: tool.auth,
  price: priceOf(tool) ?? '0',
});
