/** Tables for terminals: columns that fit, aligned, without lines. */
import fastStringWidth from 'fast-string-width';

export interface Column {
  title: string;
  /** One for each row. */
  cells: readonly string[];
  /** Amounts are aligned on the right. */
  is_right: boolean;
}

const GAP = '  ';

/** The first columns that fit into the width, at least one. @param width in characters */
export function fitting(columns: readonly Column[], width: number): readonly Column[] {
  let used = 0;
  const fit = columns.findIndex((column, i) => {
    used += widthOf(column) + (i === 0 ? 0 : GAP.length);
    return i > 0 && used > width;
  });
  return fit === -1 ? columns : columns.slice(0, fit);
}

export function drawTable(columns: readonly Column[]): string {
  const padded = columns.map((column) => {
    const width = widthOf(column);
    return [column.title, ...column.cells].map((text) => {
      const space = ' '.repeat(width - fastStringWidth(text));
      return column.is_right ? space + text : text + space;
    });
  });
  const [first = []] = padded;
  return first
    .map((_cell, line) =>
      padded
        .map((cells) => cells[line])
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function widthOf({ title, cells }: Column): number {
  return Math.max(...[title, ...cells].map((text) => fastStringWidth(text)));
}
