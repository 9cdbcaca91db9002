import type { Tool } from '../operation/define-tool.ts';
import type { Components } from './json-schema.ts';
import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { responsesOf } from './openapi-responses.ts';
import { priceOf } from './prices.ts';

/** One operation of OpenAPI. Named schemas of it go into `components`. */
export function projectOperation(tool: Tool, components: Components): Record<string, unknown> {
  const input = components.project(tool.input, 'input');
  const parameters = parametersOf(tool, input);
  const requestBody = requestBodyOf(tool, input);
  const price = priceOf(tool);
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [tool.family],
    security: tool.auth === 'open' ? [] : [{ bearer: [] }, { apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(tool, components),
    'x-mcp-tool': tool.name,
    ...(price !== null && { 'x-price': { currency: 'USD', amount: price } }),
  };
}
