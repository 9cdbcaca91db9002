import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceIdentity } from './service-identity.ts';

/** `/llms.txt`: what there is to read, for agents that look there first. @see https://llmstxt.org */
export const buildLlmsText = ({ baseUrl }: ServiceIdentity): string =>
  [
    `# ${SERVICE_NAME}`,
    '',
    `> ${SERVICE_SUMMARY}`,
    '',
    '## Use it',
    '',
    `- [Skill](${baseUrl}/SKILL.md): when to use it, call sequences, prices, errors`,
    `- [OpenAPI](${baseUrl}/openapi.json): every REST operation`,
    `- [Agent card](${baseUrl}/.well-known/agent.json): endpoints, credentials, prices, tools`,
    `- [Signing keys](${baseUrl}/.well-known/affiant-keys.json): what an offline verifier needs`,
    '',
  ].join('\n');
