/** Results for people: tables, and lines of field and value. */
import { writeJson } from '@ushirika/sdk/transport';
import { formatMinor } from '../request/amount.rules.ts';
import { columnsOf, isMinorTwin } from './columns.ts';
import { print } from './terminal.ts';
import { visible } from './visible.rules.ts';

type Row = Record<string, unknown>;

/** Amounts are written from their minor units. */
function amountText(row: Row, name: string): string | null {
  const minor = row[`${name}_minor`];
  return typeof minor === 'number' || typeof minor === 'bigint' ? formatMinor(minor) : null;
}

function cellText(row: Row, name: string): string {
  return amountText(row, name) ?? scalarText(row[name]);
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

/** @param plural the name of the list, which decides the columns */
export async function tableText(plural: string, rows: readonly Row[]): Promise<string> {
  const columns = columnsOf(plural, rows);
  const { default: Table } = await import('cli-table3');
  const is_amount = (column: string): boolean => rows.some((row) => amountText(row, column) !== null);
  const table = new Table({
    head: columns,
    colAligns: columns.map((column) => (is_amount(column) ? 'right' : 'left')),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  table.push(...rows.map((row) => columns.map((column) => cellText(row, column))));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((place) => [place, '']),
);

/** Lines of field and value, followed by lists of objects as tables. */
export async function fieldsText(value: Row): Promise<string> {
  const { lines, lists } = flat(value, '');
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const tables = await Promise.all(
    lists.map(async ([name, rows]) => `\n${name}\n${await tableText(name, rows)}`),
  );
  return [...lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`.trimEnd()), ...tables].join('\n');
}

/** Prints what a command of the tool itself answers: a flat object, as JSON or as lines. */
export async function printFacts(facts: Row, as_json: boolean): Promise<void> {
  print(as_json ? JSON.stringify(facts) : await fieldsText(facts));
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
    } else found.lines.push([full, cellText(value, name)]);
  }
  return found;
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
