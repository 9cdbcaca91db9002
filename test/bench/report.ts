import { type Figure, isMet, ratioOf } from './section.ts';
import type { Summary } from './statistics.ts';

const HEADINGS = ['figure', 'ours (quartiles)', 'baseline (quartiles)', 'ratio', 'goal', 'met'] as const;

/** Figures as a table of plain text. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(toRow)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `  ${line}\n`).join('');
}

function toRow(figure: Figure): readonly string[] {
  const { name, unit, ours, baseline, goal } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return [
    name,
    `${renderSummary(ours)} ${unit}`,
    baseline ? `${baseline.name}: ${renderSummary(baseline)} ${unit}` : '',
    ratio === null ? '' : `${ratio.toFixed(2)}x`,
    goal ? `${goal.bound} ${goal.value}${goal.on === 'ratio' ? 'x' : ` ${unit}`}` : '',
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
}

const renderSummary = ({ median, lowerQuartile, upperQuartile }: Summary): string =>
  `${round(median)} (${round(lowerQuartile)}–${round(upperQuartile)})`;

/** Fewer decimals for larger numbers. */
const round = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
};
