import type { Tool } from '../operation/define-tool.ts';
import type { Components } from './json-schema.ts';
import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { responsesOf } from './openapi-responses.ts';
import { priceOf } from './prices.ts';

/** What the operations of a document share. */
export interface OperationSurroundings {
  /** Takes named schemas. */
  readonly components: Components;
  /** Names of the ways to say who calls. */
  readonly securitySchemes: readonly string[];
}

/** One operation of OpenAPI. */
export function projectOperation(
  tool: Tool,
  { components, securitySchemes }: OperationSurroundings,
): Record<string, unknown> {
  const input = components.project(tool.input, 'input');
  const parameters = parametersOf(tool, input);
  const requestBody = requestBodyOf(tool, input);
  const price = priceOf(tool);
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [tool.family],
    security: tool.auth === 'open' ? [] : securitySchemes.map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(tool, components),
    'x-mcp-tool': tool.name,
    ...(price !== null && { 'x-price': { currency: 'USD', amount: price } }),
  };
}
