import type { DomElement } from './dom.ts';

/** HTML's own limit of `colspan` is 1,000; wider tables than this nobody reads. */
const MAX_COLUMNS = 100;
/** Cells of one grid, spans filled in. */
const MAX_CELLS = 100_000;

/** A cell at one place of the grid. */
export interface GridCell {
  readonly cell: DomElement;
  /** False where a span repeats the cell. */
  readonly isOrigin: boolean;
}

/** Rows of a table with every span filled in: `null` where no cell reaches. */
export type TableGrid = readonly (readonly (GridCell | null)[])[];

/** Rows of this table, not of tables inside it; `thead` first and `tfoot` last, as browsers show them. */
export function tableRows(table: DomElement): readonly DomElement[] {
  const rank = (section: DomElement): number => ({ THEAD: 0, TFOOT: 2 })[section.nodeName] ?? 1;
  return table.children
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((child) => (child.nodeName === 'TR' ? [child] : child.children))
    .filter((row) => row.nodeName === 'TR');
}

/** Cells of a row. */
export const rowCells = (row: DomElement): readonly DomElement[] =>
  row.children.filter((child) => child.nodeName === 'TD' || child.nodeName === 'TH');

/**
 * Lays the cells of `rows` out on a grid.
 *
 * @see https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows
 */
export function buildGrid(rows: readonly DomElement[]): TableGrid {
  const grid: (GridCell | null)[][] = rows.map(() => []);
  let filled = 0;
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of rowCells(row)) {
      while (grid[rowIndex]?.[column]) column += 1;
      const width = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - column);
      const height = Math.min(spanOf(cell, 'rowspan'), rows.length - rowIndex);
      if (width < 1 || filled + width * height > MAX_CELLS) return;
      filled += width * height;
      fillSpan(grid, { cell, rowIndex, column, width, height });
      column += width;
    }
  });
  const columns = Math.max(0, ...grid.map((row) => row.length));
  return grid.map((row) => Array.from({ length: columns }, (_, index) => row[index] ?? null));
}

interface Span {
  readonly cell: DomElement;
  readonly rowIndex: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
}

function fillSpan(grid: (GridCell | null)[][], { cell, rowIndex, column, width, height }: Span): void {
  for (const [offset, row] of grid.slice(rowIndex, rowIndex + height).entries()) {
    for (let at = column; at < column + width; at += 1) {
      row[at] ??= { cell, isOrigin: offset === 0 && at === column };
    }
  }
}

/** `rowspan="0"` means to the end of the table. */
function spanOf(cell: DomElement, attribute: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? '1', 10);
  if (attribute === 'rowspan' && span === 0) return Number.MAX_SAFE_INTEGER;
  return Number.isNaN(span) || span < 1 ? 1 : span;
}
