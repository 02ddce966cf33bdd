/** The input and answer of each operation of the API, and the request that is sent for it. */
import { pathOf, withMajorUnits } from '@ushirika/sdk/transport';
import { ROUTES, type OperationId, type Operations, type Route } from '../generated/operations.ts';

/** Path, query and body in one, by the names of the wire; amounts in minor units. */
export type InputOf<Id extends OperationId> = Operations[Id]['input'];

/** Undefined where the answer has no body. */
export type AnswerOf<Id extends OperationId> = Id extends OperationId
  ? Operations[Id] extends { answer: infer Answer }
    ? Answer
    : undefined
  : never;

/** The answer to a dry run. */
export type PreviewOf<Id extends OperationId> = Operations[Id] extends { preview: infer Preview }
  ? Preview
  : AnswerOf<Id>;

export type ListId = {
  [Id in OperationId]: Operations[Id] extends { page: string } ? Id : never;
}[OperationId];

/** One element of a list. */
export type RowOf<Id extends ListId> = Operations[Id] extends { page: infer Page; answer: infer Answer }
  ? Page extends keyof Answer
    ? Answer[Page] extends readonly (infer Row)[]
      ? Row
      : never
    : never
  : never;

export interface ApiRequest extends Route {
  /** With its ids filled in. */
  path: string;
  sent_query: Readonly<Record<string, unknown>>;
  /** Text is JSON already. */
  body: object | string | undefined;
}

/** @throws TypeError where an id of the path is missing */
export function requestOf<Id extends OperationId>(id: Id, input: InputOf<Id>): ApiRequest {
  const route = ROUTES[id];
  const values: Record<string, unknown> = { ...input };
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = names.map((name) => values[name] as string);
  const others = Object.entries(values).filter(([name]) => !names.includes(name));
  const isInQuery = (name: string): boolean => route.method === 'GET' || (route.query ?? []).includes(name);
  const body = Object.fromEntries(others.filter(([name]) => !isInQuery(name)));
  return {
    ...route,
    path: pathOf(route.path, ids),
    sent_query: Object.fromEntries(others.filter(([name]) => isInQuery(name))),
    body: bodyOf(route, body),
  };
}

function bodyOf({ method, major_units }: Route, fields: Record<string, unknown>): ApiRequest['body'] {
  if (method === 'GET' || method === 'DELETE') return undefined;
  return major_units ? withMajorUnits(fields as { amount_minor: number }) : fields;
}
