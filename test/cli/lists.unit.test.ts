/** Every list in an answer has columns of its own, which are fields of its rows, and tables fit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, GROUPS } from '../../cli/command-table.ts';
import { OPERATIONS } from '../../cli/generated/operations.ts';
import { OWN_COMMANDS } from '../../cli/own-commands.ts';
import { COLUMNS, columnsOf } from '../../cli/output/columns.ts';
import { drawTable, fitting } from '../../cli/output/table.ts';
import { lastName, type JsonSchema, type OpenApi } from '../../sdk/generate/openapi.ts';

const ROOT = join(import.meta.dirname, '../..');
const document = JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;

/** Of the rows of all lists that commands can show, by name. */
const SCHEMAS = new Map(
  COMMANDS.flatMap(({ operation }) => {
    const { method, path, lists } = OPERATIONS[operation];
    const [, success] =
      Object.entries(document.paths[path]?.[method.toLowerCase()]?.responses ?? {}).find(([status]) =>
        status.startsWith('2'),
      ) ?? [];
    const response =
      success && '$ref' in success ? document.components.responses[lastName(success.$ref)] : success;
    const answer = response?.content?.['application/json']?.schema;
    return Object.entries(lists).map(([at, name]): [string, JsonSchema[]] => [
      name,
      at.split('.').reduce((found, field) => fieldsAt(found, field), answer ? [answer] : []),
    ]);
  }),
);

/** The schemas of a field of these, through references, alternatives and lists. */
function fieldsAt(schemas: readonly JsonSchema[], field: string): JsonSchema[] {
  return schemas.flatMap(unfolded).flatMap(({ properties }) => {
    const schema = properties?.[field];
    return schema ? unfolded(schema) : [];
  });
}

function unfolded(schema: JsonSchema): JsonSchema[] {
  const { $ref, anyOf = [], oneOf = [], items } = schema;
  const inner = [
    ...anyOf,
    ...oneOf,
    ...(items ? [items] : []),
    ...($ref ? [document.components.schemas[lastName($ref)] as JsonSchema] : []),
  ];
  return [schema, ...inner.flatMap(unfolded)];
}

test('every list in an answer has columns', () => {
  expect(SCHEMAS.size).toBeGreaterThan(50);
  const of_the_tool = ['Profile'];
  expect(Object.keys(COLUMNS).toSorted()).toEqual([...SCHEMAS.keys(), ...of_the_tool].toSorted());
});

test('columns are fields of the rows', () => {
  const unknown = [...SCHEMAS].flatMap(([name, rows]) => {
    const columns = COLUMNS[name] === 'fields' ? [] : (COLUMNS[name] ?? []);
    return columns
      .filter((column) => column.split('.').reduce(fieldsAt, rows).length === 0)
      .map((column) => `${name}: ${column}`);
  });
  expect(unknown).toEqual([]);
});

test('a list of a newer service shows its first fields', () => {
  const rows = [{ a: '1', amount: '1.00', amount_minor: 100, inner: [], b: 2 }];
  expect(columnsOf('Unheard', rows)).toEqual(['a', 'amount', 'b']);
});

test('the columns at the end go first, and the first one stays', () => {
  const column = (title: string, width: number) => ({ title, cells: ['x'.repeat(width)], is_right: false });
  const titles = (width: number): string[] =>
    fitting([column('id', 30), column('status', 10), column('amount', 8)], width).map(({ title }) => title);
  expect(titles(52)).toEqual(['id', 'status', 'amount']);
  expect(titles(51)).toEqual(['id', 'status']);
  expect(titles(41)).toEqual(['id']);
  expect(titles(10)).toEqual(['id']);
});

test('columns are as wide as their text looks', () => {
  const drawn = drawTable([
    { title: 'name', cells: ['አበበ ቢቂላ', '東京'], is_right: false },
    { title: 'amount', cells: ['1.00', '1000.00'], is_right: true },
  ]);
  expect(drawn).toBe(['name      amount', 'አበበ ቢቂላ     1.00', '東京     1000.00'].join('\n'));
});

test('every group of commands has a description', () => {
  const groups = [...COMMANDS, ...OWN_COMMANDS].flatMap(({ words }) =>
    words
      .split(' ')
      .slice(0, -1)
      .map((_word, i, all) => all.slice(0, i + 1).join(' ')),
  );
  expect([...new Set(groups)].filter((group) => !GROUPS[group])).toEqual([]);
});
