/**
 * The source of the SDKs of every language: the operations of openapi.json for API keys, as methods. This file decides the
 * parameters and answers of a method; a writer per language (typescript.ts) only spells them.
 */
import { lastName, type JsonSchema, type OpenApi, type Operation, type Parameter } from './openapi.ts';
import { paramsSchema, takesMinorUnits } from './params.ts';
import { mapPaths, reachable } from './schemas.ts';

export interface SdkMethod {
  /** Its name in the SDKs: `sacco.members.deposit`. */
  readonly id: string;
  /** The parts of the name; all but the last are groups. */
  readonly names: readonly string[];
  readonly verb: string;
  /** `/api/v1/sacco/members/{member}/deposits` */
  readonly path: string;
  /** Path parameters, in order: the first arguments. */
  readonly path_names: readonly string[];
  /** Those that may also be given as numbers. */
  readonly numbered: readonly string[];
  /**
   * The object of parameters, in wire names: query and body together, with amounts in minor units, and without the idempotency
   * key, which is an option. Null: the method has no parameters.
   */
  readonly params: JsonSchema | null;
  /** Are the parameters optional? */
  readonly params_optional: boolean;
  /** Parameters that go into the query; the others are the body. */
  readonly query_names: readonly string[];
  readonly has_body: boolean;
  /** Where the idempotency key goes. */
  readonly idempotency: 'header' | 'body' | 'none';
  /** Is `amount_minor` sent as `amount`, a JSON number of major units? */
  readonly sends_major_units: boolean;
  /** For lists: the field of the answer that holds the list. */
  readonly page: string | null;
  /** Is the answer available as CSV, too? */
  readonly has_csv: boolean;
  /** The elements of a list, otherwise the whole answer. Null: the answer has no body. */
  readonly result: JsonSchema | null;
  /** A different answer with `dry_run`, which is a separate, hand-written method. */
  readonly preview: JsonSchema | null;
  /** For lists: fields of the answer other than the list and the cursor. Null: none. */
  readonly page_fields: JsonSchema | null;
  /** Objects in parameters and answer whose field names are data, as paths without indexes: `payments.metadata`. */
  readonly maps: { readonly params: readonly string[]; readonly answer: readonly string[] };
  readonly summary: string;
  readonly description: string;
  /** The whole answer, also of a list. Null: the answer has no body. */
  readonly answer: JsonSchema | null;
}

export interface SdkModel {
  readonly methods: readonly SdkMethod[];
  /** Schemas that methods and events use, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Maps in the `data` of events, like `maps` of a method. */
  readonly event_maps: readonly string[];
}

/** @param document docs/reference/openapi.json */
export function readModel(document: OpenApi): SdkModel {
  const methods = readMethods(
    document,
    (operation) => operation['x-sdk'] !== false && !answersText(document, operation) && !takesFile(operation),
  );
  const event = document.components.schemas['WebhookEvent'] as JsonSchema;
  const used = methods.flatMap(({ params, result, preview, page_fields }) =>
    [params, result, preview, page_fields].filter((schema) => schema !== null),
  );
  return {
    methods,
    schemas: reachable([...used, { $ref: '#/components/schemas/WebhookEvent' }], document),
    event_maps: mapPaths(event, document),
  };
}

/** The operations that are wanted, as methods, in the document's order. */
export function readMethods(document: OpenApi, isWanted: (operation: Operation) => boolean): SdkMethod[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isWanted(operation))
      .map(([verb, operation]) => readMethod(document, verb, path, operation)),
  );
}

function readMethod(document: OpenApi, verb: string, path: string, operation: Operation): SdkMethod {
  const parameters = operation.parameters.map((each) =>
    '$ref' in each ? (document.components.parameters[lastName(each.$ref)] as Parameter) : each,
  );
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/json']?.schema ?? null;
  const [answer = null, preview = null] = answersOf(document, operation);
  const params = paramsSchema(query, preview === null ? body : without('dry_run', body));
  const page = operation['x-page'] ?? null;
  return {
    id: operation.operationId,
    names: operation.operationId.split('.'),
    verb: verb.toUpperCase(),
    path,
    path_names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    numbered: parameters.filter(isNumbered).map(({ name }) => name),
    params,
    params_optional: (params?.required ?? []).length === 0,
    query_names: query.map(({ name }) => name),
    has_body: body !== null,
    idempotency: operation['x-idempotency'] ?? 'none',
    sends_major_units: body !== null && takesMinorUnits(body),
    page,
    has_csv: 'text/csv' in (successOf(document, operation)?.content ?? {}),
    answer,
    result: page === null ? answer : (answer?.properties?.[page]?.items ?? null),
    preview,
    page_fields: page === null ? null : besides([page, 'next_after'], answer),
    maps: {
      params: params ? mapPaths(params, document) : [],
      answer: answer ? mapPaths(answer, document) : [],
    },
    summary: operation.summary,
    // The description concerns the dry run, which the method cannot do.
    description: preview === null ? withoutAccess(operation.description ?? '') : '',
  };
}

function isNumbered({ in: place, schema }: Parameter): boolean {
  return place === 'path' && [schema.type ?? []].flat().includes('integer');
}

/** Each operation of an SDK is open to API keys. */
function withoutAccess(description: string): string {
  return description
    .split('\n\n')
    .filter((paragraph) => !paragraph.startsWith('Access: '))
    .join('\n\n');
}

/** Is the answer a file and never JSON? */
function answersText(document: OpenApi, operation: Operation): boolean {
  const { content = {} } = successOf(document, operation) ?? {};
  return Object.keys(content).length > 0 && !('application/json' in content);
}

/** Is a file uploaded? Such methods are written by hand. */
function takesFile({ requestBody }: Operation): boolean {
  return requestBody !== undefined && 'multipart/form-data' in requestBody.content;
}

function successOf(document: OpenApi, { responses }: Operation) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success && '$ref' in success ? document.components.responses[lastName(success.$ref)] : success;
}

/** The schema of the first success, and the other one if `dry_run` decides between two: both are the same for each status. */
function answersOf(document: OpenApi, operation: Operation): readonly JsonSchema[] {
  const response = successOf(document, operation);
  const schema = response?.content?.['application/json']?.schema;
  return schema?.anyOf ?? (schema ? [schema] : []);
}

function without(name: string, schema: JsonSchema | null): JsonSchema | null {
  const { [name]: _without, ...properties } = schema?.properties ?? {};
  return schema && { ...schema, properties };
}

/** The fields of an object except the named ones. */
function besides(names: readonly string[], schema: JsonSchema | null): JsonSchema | null {
  const others = Object.entries(schema?.properties ?? {}).filter(([name]) => !names.includes(name));
  if (others.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(others),
    required: (schema?.required ?? []).filter((name) => !names.includes(name)),
  };
}
