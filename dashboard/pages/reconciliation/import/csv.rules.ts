/** What the form reads of a statement before the API does: the names in its header, and values of a column. */

/** The possible delimiters of a statement. */
export const DELIMITERS = [',', ';', '|', '\t'] as const;

/**
 * The first records after the skipped lines.
 * @param skip_rows lines that are left out, whatever they hold
 * @param most how many records are read
 */
export function firstRecords(csv: string, delimiter: string, skip_rows: number, most: number): string[][] {
  const text = withoutLines(csv.replace(/^\uFEFF/, ''), skip_rows);
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let is_quoted = false;
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const letter = text[at] ?? '';
    if (is_quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else is_quoted = false;
    } else if (letter === '"' && cell === '') is_quoted = true;
    else if (letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1;
      if (cells.length > 0 || cell !== '') records.push([...cells, cell]);
      cells = [];
      cell = '';
    } else cell += letter;
  }
  if (records.length < most && (cells.length > 0 || cell !== '')) records.push([...cells, cell]);
  return records;
}

function withoutLines(text: string, count: number): string {
  const line_end = /\r\n|\n|\r/g;
  let from = 0;
  for (let line = 0; line < count; line += 1) {
    if (!line_end.exec(text)) return '';
    from = line_end.lastIndex;
  }
  return text.slice(from);
}

/** The most frequent delimiter of the first line; a comma where it has none. */
export function likelyDelimiter(csv: string): string {
  const [line = ''] = csv.split(/[\r\n]/, 1);
  const often = (delimiter: string): number => line.split(delimiter).length;
  return [...DELIMITERS].toSorted((a, b) => often(b) - often(a))[0] ?? ',';
}

/** The name in the header that equals this one; else one that equals it without regard to case and space, as in the API. */
export function nameInHeader(name: string, header: readonly string[]): string | undefined {
  const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return header.find((each) => each === name) ?? header.find((each) => plain(each) === plain(name));
}

/** Values of a column, each once, in their order. */
export function valuesOf(records: readonly string[][], column: number, most: number): string[] {
  const values = new Set<string>();
  for (const record of records) {
    const value = record[column]?.trim() ?? '';
    if (value !== '') values.add(value);
    if (values.size >= most) break;
  }
  return [...values];
}
