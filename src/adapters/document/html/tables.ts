import { type DomElement, hasBlock, renameElement } from './dom.ts';
import { replaceByMarkdown } from './raw-markdown.ts';
import { buildGrid, type GridCell, rowCells, type TableGrid, tableRows } from './table-grid.ts';

/** A longer cell is not repeated along its span, only marked by empty cells. */
const MAX_REPEATED = 200;
/** Text of a cell, in characters, above which a table with headings or tables inside is a layout. */
const MAX_DATA_CELL = 400;

/** Markdown of an element's content. */
export type Convert = (element: DomElement) => string;

/**
 * Rewrites every table: data tables become Markdown, tables inside their cells lines of text, and tables
 * that only lay a page out become the blocks they hold.
 */
export function convertTables(root: DomElement, convert: Convert): void {
  const tables = root.querySelectorAll('table').map((table) => ({ table, isData: isDataTable(table) }));
  const data = new Set(tables.filter(({ isData }) => isData).map(({ table }) => table));
  // Inner tables come later in document order; they must be text before the outer one is converted.
  for (const { table, isData } of tables.toReversed()) {
    if (isInside(table, data)) replaceByLines(table);
    else if (isData) replaceByMarkdown(table, tableMarkdown(table, convert));
    else replaceByBlocks(table);
  }
}

function isInside(table: DomElement, data: ReadonlySet<DomElement>): boolean {
  for (let at = table.parentNode; at; at = at.parentNode) if (data.has(at)) return true;
  return false;
}

/** Headers or a caption make data. A single cell, or long cells around blocks of their own, make a layout. */
function isDataTable(table: DomElement): boolean {
  if (['presentation', 'none'].includes(table.getAttribute('role') ?? '')) return false;
  const cells = tableRows(table).flatMap(rowCells);
  if (cells.length < 2) return false;
  if (cells.some((cell) => cell.nodeName === 'TH')) return true;
  if (table.children.some((child) => ['CAPTION', 'THEAD'].includes(child.nodeName))) return true;
  const hasParts = table.querySelector('table, h1, h2, h3, h4, h5, h6, form, article, section') !== null;
  return !hasParts || cells.every((cell) => cell.textContent.trim().length <= MAX_DATA_CELL);
}

function tableMarkdown(table: DomElement, convert: Convert): string {
  const grid = buildGrid(tableRows(table));
  const lines = cellLines(grid, convert);
  const [head, ...body] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(lines[0]?.length ?? 0)}`;
  const captions = table.children.filter((child) => child.nodeName === 'CAPTION').map(convert);
  return [...captions.flatMap((caption) => [caption, '']), head, rule, ...body].join('\n').trim();
}

function cellLines(grid: TableGrid, convert: Convert): readonly (readonly string[])[] {
  const texts = new Map<DomElement, string>();
  const textOf = (place: GridCell | null): string => {
    if (!place) return '';
    const text = texts.get(place.cell) ?? cellText(convert(place.cell));
    texts.set(place.cell, text);
    return place.isOrigin || text.length <= MAX_REPEATED ? text : '';
  };
  return grid.map((row) => row.map(textOf));
}

/** One line: Markdown tables have no blocks. A pipe is escaped even in code, as GFM demands. */
const cellText = (markdown: string): string =>
  markdown
    .replaceAll('|', '\\|')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('<br>');

/** A table in a cell: one line a row, the cells apart by spaces. */
function replaceByLines(table: DomElement): void {
  const block = table.ownerDocument.createElement('div');
  for (const caption of table.children.filter((child) => child.nodeName === 'CAPTION')) {
    block.append(renameElement(caption, 'div'));
  }
  for (const row of tableRows(table)) {
    const line = table.ownerDocument.createElement('div');
    for (const cell of rowCells(row)) line.append(renameElement(cell, 'span'), ' ');
    block.append(line);
  }
  table.replaceWith(block);
}

function replaceByBlocks(table: DomElement): void {
  for (const cell of tableRows(table).flatMap(rowCells)) {
    cell.after(' ');
    renameElement(cell, hasBlock(cell) ? 'div' : 'span');
  }
  for (const row of tableRows(table)) renameElement(row, 'div');
  for (const section of table.children) renameElement(section, 'div');
  renameElement(table, 'div');
}
