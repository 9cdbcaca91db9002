import type { Catalogue } from '../operation/catalogue.ts';
import { FAMILIES, type Tool } from '../operation/define-tool.ts';
import { priceOf } from './prices.ts';

const BEGIN = '<!-- operations: generated, do not edit -->';
const END = '<!-- /operations -->';

/** Markdown tables of every operation, one for each family that has any. */
function operationTables(catalogue: Catalogue): string {
  const families = FAMILIES.map((family) => ({
    family,
    tools: catalogue.tools.filter((tool) => tool.family === family),
  }));
  return families
    .filter(({ tools }) => tools.length > 0)
    .map(({ family, tools }) => `### ${family}\n\n${table(tools)}`)
    .join('\n\n');
}

/**
 * `markdown` with fresh tables between its two markers.
 *
 * @throws Error when the markers are missing.
 */
export function insertOperationTables(markdown: string, catalogue: Catalogue): string {
  const [begin, end] = [markdown.indexOf(BEGIN), markdown.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page needs the markers ${BEGIN} and ${END}`);
  return `${markdown.slice(0, begin)}${BEGIN}\n\n${operationTables(catalogue)}\n\n${markdown.slice(end)}`;
}

function table(tools: readonly Tool[]): string {
  const rows = tools.map(
    (tool) =>
      `| \`${tool.name}\` | \`${tool.rest.method} ${tool.rest.path}\` | ${priceText(tool)} | ${tool.title} |`,
  );
  return ['| Tool | REST | USD | What it does |', '|---|---|---|---|', ...rows].join('\n');
}

function priceText(tool: Tool): string {
  const price = priceOf(tool);
  if (price === null) return 'free';
  if (typeof price === 'string') return price;
  return Object.entries(price)
    .map(([variant, amount]) => `${amount} ${variant}`)
    .join(', ');
}
