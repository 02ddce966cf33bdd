/**
 * Writes dashboard/generated/operations.ts: for every operation that a session may use, the type of what it takes and answers,
 * and what the browser needs to send it.
 */
import type { JsonSchema, OpenApi } from './openapi.ts';
import { readMethods, type SdkMethod } from './operations.ts';
import { refsIn } from './schemas.ts';
import { quoted, typesText } from './typescript-types.ts';

/** @returns the file's content. @param wire_file declares the types of the named schemas */
export async function dashboardOperations(document: OpenApi, wire_file: string): Promise<string> {
  const methods = readMethods(document, ({ operationId }) => !operationId.startsWith('callbacks.'));
  const operations = objectOf(methods.map((method) => [method.id, typeOf(method)]));
  const types = await typesText([['Operations', operations]], (name) => name);
  const routes = Object.fromEntries(methods.map((method) => [method.id, routeOf(method)]));
  return `import type { ${refsIn(operations).join(', ')} } from ${quoted(wire_file)};

/** By operation id: what it takes (path, query and body in one, by the names of the wire) and what it answers. */
${types}
export type OperationId = keyof Operations;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Belongs to a project and an environment, which are sent as headers. */
  in_project?: true;
  /** Names that go into the query; of a GET all do. */
  query?: readonly string[];
  /** A list: the name under which the answer holds its rows. */
  page?: string;
  /** A list that is CSV, too. */
  csv?: true;
  /** By what the list can be sorted; such a list has totals, too. */
  sorts?: readonly string[];
  /** Where the idempotency key goes; left out: it takes none. */
  key?: 'header' | 'body';
  /** \`amount_minor\` is sent as \`amount\`, a JSON number of major units. */
  major_units?: true;
}

export const ROUTES: Record<OperationId, Route> = ${JSON.stringify(routes)};
`;
}

function typeOf({ path_names, params, answer, preview, page }: SdkMethod): JsonSchema {
  const ids = path_names.map((name): [string, JsonSchema] => [name, { type: 'string' }]);
  const input: JsonSchema = {
    type: 'object',
    properties: { ...Object.fromEntries(ids), ...params?.properties },
    required: [...path_names, ...(params?.required ?? [])],
  };
  return objectOf([
    ['input', input],
    ...(answer ? [['answer', answer] as const] : []),
    ...(preview ? [['preview', preview] as const] : []),
    ...(page === null ? [] : [['page', { const: page }] as const]),
  ]);
}

function objectOf(properties: readonly (readonly [name: string, schema: JsonSchema])[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
  };
}

/** The names in the parameter, which also has each with a `-` in front. */
function sortsOf({ params }: SdkMethod): string[] {
  const values = (params?.properties?.['sort']?.enum ?? []) as string[];
  return values.filter((value) => !value.startsWith('-'));
}

function routeOf(method: SdkMethod): object {
  const { verb, path, page, has_csv, idempotency, sends_major_units, query_names } = method;
  const sorts = sortsOf(method);
  return {
    method: verb,
    path,
    ...(path.startsWith('/api/v1/') ? { in_project: true } : {}),
    ...(verb !== 'GET' && query_names.length > 0 ? { query: query_names } : {}),
    ...(page === null ? {} : { page }),
    ...(page !== null && has_csv ? { csv: true } : {}),
    ...(sorts.length > 0 ? { sorts } : {}),
    ...(idempotency === 'none' ? {} : { key: idempotency }),
    ...(sends_major_units ? { major_units: true } : {}),
  };
}
