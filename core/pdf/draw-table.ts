/** A table over as many pages as it needs: its headings stand on each of them, and no figure is cut. */
import type { Column, Row, Table } from './paper.ts';
import type { Sheet } from './sheet.ts';
import { LEADING, type Style } from './typesetter.ts';

/** What a column of words gets at least of the width, before figures are made smaller. */
const LEAST_OF_WORDS = 0.12;
/** How small figures may get, by the size of the text; beyond that they are broken. */
const SIZES = [0.95, 0.85, 0.75, 0.65];
/** Rows that stand below a heading at least, before the page ends. */
const ROWS_BELOW_HEADING = 2;
/** Of the longest figures of a column, how many are measured. */
const MEASURED = 50;
/** Above and below a row, by the size of its text. */
const PADDING = 0.18;

/** A table as it is drawn. */
interface Grid {
  size: number;
  gap: number;
  widths: number[];
}

export function drawTable(sheet: Sheet, table: Table): void {
  const grid = gridOf(sheet, table);
  const line_height = grid.size * LEADING;
  const title_height = table.title === undefined ? 0 : sheet.size * 1.1 * LEADING + sheet.size * 0.3;
  sheet.reserve(title_height + line_height * (2 + ROWS_BELOW_HEADING * 1.3));
  if (table.title !== undefined) {
    sheet.paragraph(table.title, { size: sheet.size * 1.1, is_bold: true });
    sheet.y += sheet.size * 0.3;
  }
  const heading = { cells: table.columns.map(({ header }) => header), is_strong: true };
  drawRow(sheet, grid, table.columns, laidOut(sheet, grid, heading));
  for (const row of table.rows) {
    const laid_out = laidOut(sheet, grid, row);
    if (sheet.reserve(laid_out.height)) drawRow(sheet, grid, table.columns, laidOut(sheet, grid, heading));
    drawRow(sheet, grid, table.columns, laid_out);
  }
}

/** Figures and dates decide the widths of their columns; they are made smaller as long as words would have no place beside them. */
function gridOf(sheet: Sheet, { columns, rows }: Table): Grid {
  const words = columns.filter(({ width }) => width === undefined).length;
  const widest = columns.map((column, i) => (column.width ? widestOf(sheet, column, rows, i) : 0));
  for (const share of SIZES) {
    const size = sheet.size * share;
    const gap = size * 0.9;
    const figures = widest.reduce((sum, width) => sum + width * size, 0);
    const left = sheet.width - figures - gap * (columns.length - 1);
    if (left >= words * sheet.width * LEAST_OF_WORDS && left >= 0)
      return { size, gap, widths: widest.map((width) => (width > 0 ? width * size : left / words)) };
  }
  const size = sheet.size * (SIZES.at(-1) as number);
  const gap = size * 0.9;
  const width = (sheet.width - gap * (columns.length - 1)) / columns.length;
  return { size, gap, widths: columns.map(() => width) };
}

/** The width of the widest text of a column, at a size of one point. Headings may break. */
function widestOf(sheet: Sheet, { header }: Column, rows: readonly Row[], column: number): number {
  const style = { size: 1, is_bold: true };
  const figures = new Set(rows.map(({ cells }) => cells[column] ?? ''));
  // Digits are as wide as each other, so that only the longest figures need be measured.
  const longest = [...figures].reduce((most, { length }) => Math.max(most, length), 0);
  const candidates = [...figures].filter(({ length }) => length === longest).slice(0, MEASURED);
  return Math.max(
    ...candidates.map((figure) => sheet.type.width(figure, style)),
    ...header.split(/\s/).map((word) => sheet.type.width(word, style)),
  );
}

/** A row with its cells in lines. */
interface LaidOut {
  cells: string[][];
  style: Style;
  height: number;
}

function laidOut(sheet: Sheet, { size, widths }: Grid, { cells, is_strong }: Row): LaidOut {
  const style = { size, is_bold: is_strong ?? false };
  // A figure just fits, whichever way its width is rounded.
  const lines = cells.map((cell, i) => sheet.type.lines(cell, style, (widths[i] ?? 0) + 0.01));
  const count = Math.max(...lines.map(({ length }) => length));
  return { cells: lines, style, height: size * (count * LEADING + 2 * PADDING) };
}

function drawRow(
  sheet: Sheet,
  { size, gap, widths }: Grid,
  columns: readonly Column[],
  { cells, style, height }: LaidOut,
): void {
  const top = sheet.y + size * PADDING;
  let x = sheet.left;
  cells.forEach((lines, i) => {
    const width = widths[i] ?? 0;
    const is_figure = columns[i]?.width === 'figure';
    lines.forEach((line, at) =>
      sheet.type.draw(line, is_figure ? x + width : x, top + at * size * LEADING, style, is_figure),
    );
    x += width + gap;
  });
  sheet.y += height;
  sheet.rule(sheet.left, sheet.right, '#bbbbbb');
}
