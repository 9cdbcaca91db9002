import type { Request } from 'express';
import { EvidenceError } from '../../src/core/error.ts';
import { FAMILIES, type Family } from '../../src/operation/define-tool.ts';
import type { ToolSelection } from '../../src/projection/mcp-tools.ts';

/**
 * Which tools this request asks for: `/mcp/readonly`, `/mcp/x/{family}`, or the header `X-MCP-Toolsets`
 * (families with commas, or `readonly`).
 *
 * @throws EvidenceError `ROUTE_UNKNOWN` for an unknown family in the path, `REQUEST_INVALID` in the header.
 */
export function selectionOf(req: Request): ToolSelection {
  const { family } = req.params;
  if (typeof family === 'string') {
    if (!isFamily(family))
      throw new EvidenceError('ROUTE_UNKNOWN', undefined, { hint: `Families: ${FAMILIES.join(', ')}.` });
    return { families: new Set([family]) };
  }
  const names = (req.get('X-MCP-Toolsets') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const families = names.filter((name) => name !== 'readonly');
  if (!families.every(isFamily)) {
    throw new EvidenceError('REQUEST_INVALID', 'X-MCP-Toolsets names an unknown toolset.', {
      hint: `Toolsets: readonly, ${FAMILIES.join(', ')}.`,
    });
  }
  const readOnly = req.path.endsWith('/readonly') || names.includes('readonly');
  return { readOnly, ...(families.length > 0 && { families: new Set(families) }) };
}

const isFamily = (name: string): name is Family => FAMILIES.some((family) => family === name);
