/** Results for people: tables, and lines of field and value. */
import { writeJson } from '@ushirika/sdk/transport';
import { formatMinor } from '../request/amount.rules.ts';
import { COLUMNS, columnsOf, fieldAt, isMinorTwin } from './columns.ts';
import { drawTable, fitting, type Column } from './table.ts';
import { hasTerminal, print, tell, terminalWidth } from './terminal.ts';
import { visible } from './visible.rules.ts';

type Row = Record<string, unknown>;
/** The names of the rows of lists, by the path of the list. */
type Lists = Readonly<Record<string, string>>;

export interface Look {
  /** Show all columns, however wide. */
  wide: boolean;
}

/** Amounts are written from their minor units. */
function amountText(row: Row, name: string): string | null {
  const minor = fieldAt(row, `${name}_minor`);
  return typeof minor === 'number' || typeof minor === 'bigint' ? formatMinor(minor) : null;
}

function cellText(row: Row, name: string): string {
  return amountText(row, name) ?? scalarText(fieldAt(row, name));
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return visible(value.join(', '));
  if (typeof value !== 'object') return writeJson(value);
  // An actor.
  const { type, id, name } = value as Row;
  return typeof id === 'string' && typeof type === 'string'
    ? scalarText(name ?? id)
    : visible(writeJson(value));
}

/** @param rows_name decides the columns, see `COLUMNS` */
export function tableText(rows_name: string | undefined, rows: readonly Row[], { wide }: Look): string {
  const columns = columnsOf(rows_name, rows).map((name): Column => ({
    title: name.slice(name.lastIndexOf('.') + 1),
    cells: rows.map((row) => cellText(row, name)),
    is_right: rows.some((row) => amountText(row, name) !== null),
  }));
  const shown = wide ? columns : fitting(columns, terminalWidth());
  if (shown.length < columns.length && hasTerminal()) {
    const left_out = columns.slice(shown.length).map(({ title }) => title);
    tell(`Not shown: ${left_out.join(', ')}. --wide shows all columns.`);
  }
  return drawTable(shown);
}

/** Lines of field and value, followed by the lists of objects. */
export function fieldsText(value: Row, lists: Lists, look: Look): string {
  return sections(value, '', '', { lists, look }).join('\n\n');
}

interface Shown {
  lists: Lists;
  look: Look;
}

/**
 * @param title of the value; empty for the whole
 * @param path of the value in the answer, without indexes
 */
function sections(value: Row, title: string, path: string, shown: Shown): string[] {
  const { lines, lists } = flat(value, '');
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const own = lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`.trimEnd());
  const below = lists.flatMap(([name, rows]) => {
    const list_path = joined(path, name, '.');
    const list_title = joined(title, name, ' ');
    const rows_name = shown.lists[list_path];
    if (COLUMNS[rows_name ?? ''] === 'fields')
      return rows.flatMap((row, i) => sections(row, `${list_title} ${i + 1}`, list_path, shown));
    return [`${list_title}\n${tableText(rows_name, rows, shown.look)}`];
  });
  const head = title === '' ? own : [title, ...own];
  return head.length === 0 ? below : [head.join('\n'), ...below];
}

function joined(before: string, name: string, separator: string): string {
  return before === '' ? name : before + separator + name;
}

/** Prints what a command of the tool itself answers: a flat object, as JSON or as lines. */
export function printFacts(facts: Row, as_json: boolean): void {
  print(as_json ? JSON.stringify(facts) : fieldsText(facts, {}, { wide: false }));
}

interface Flat {
  lines: [name: string, text: string][];
  lists: [name: string, rows: Row[]][];
}

function flat(value: Row, prefix: string): Flat {
  const found: Flat = { lines: [], lists: [] };
  for (const [name, inner] of Object.entries(value)) {
    if (isMinorTwin(value, name)) continue;
    const full = prefix + name;
    if (isListOfObjects(inner)) found.lists.push([full, inner]);
    else if (isObject(inner) && scalarText(inner).startsWith('{')) {
      const below = flat(inner, `${full}.`);
      found.lines.push(...below.lines);
      found.lists.push(...below.lists);
    } else found.lines.push([full, amountText(value, name) ?? scalarText(inner)]);
  }
  return found;
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
