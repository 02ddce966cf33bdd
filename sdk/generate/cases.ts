/**
 * Writes sdk/cases/methods.json: the arguments of every method, the expected request and an answer, from the recorded examples
 * of the document. The tests of both languages run them; sdk/cases.json has hand-written ones.
 */
import { lastName, type JsonSchema, type OpenApi } from './openapi.ts';
import type { SdkMethod, SdkModel } from './operations.ts';

type Json = Record<string, unknown>;

/** All names are wire names; a test spells them like its language. */
interface MethodCase {
  method: string;
  ids: (string | number)[];
  params: Json | null;
  /** Objects whose field names are data, in parameters and answer. */
  maps: SdkMethod['maps'];
  idempotency_key: string | null;
  request: { verb: string; path: string; query: Json; idempotency_key_header: string | null; body: unknown };
  /** `page`: the name of the list in it. */
  answer: { status: number; page: string | null; body: unknown };
}

const KEY = 'case-key-1';

export function methodCases({ methods }: SdkModel, document: OpenApi): MethodCase[] {
  return methods.map((method) => caseOf(method, document));
}

function caseOf(method: SdkMethod, document: OpenApi): MethodCase {
  const { path_names, numbered, idempotency } = method;
  const ids = path_names.map((name, index) => (numbered.includes(name) ? 17 : `${name}_${index + 1}`));
  const operation = document.paths[method.path]?.[method.verb.toLowerCase()];
  const example = (operation?.requestBody?.content['application/json']?.example ?? {}) as Json;
  const { idempotency_key: _own, ...body } = inMinorUnits(example) as Json;
  const schemas = Object.entries(method.params?.properties ?? {});
  const query = Object.fromEntries(
    schemas
      .filter(([name]) => method.query_names.includes(name))
      .map(([name, schema]) => [name, sample(schema, document)]),
  );
  const { amount_minor: _minor, ...rest } = body;
  const sent = method.sends_major_units ? { ...rest, amount: example['amount'] } : body;
  return {
    method: method.id,
    ids,
    params: method.params && { ...body, ...query },
    maps: method.maps,
    idempotency_key: idempotency === 'none' ? null : KEY,
    request: {
      verb: method.verb,
      path: path_names.reduce(
        (path, name, index) => path.replace(`{${name}}`, String(ids[index])),
        method.path,
      ),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      idempotency_key_header: idempotency === 'header' ? KEY : null,
      body: method.has_body ? { ...sent, ...(idempotency === 'body' ? { idempotency_key: KEY } : {}) } : null,
    },
    answer: answerOf(method, document),
  };
}

function answerOf(method: SdkMethod, document: OpenApi): MethodCase['answer'] {
  const operation = document.paths[method.path]?.[method.verb.toLowerCase()];
  const status = Number(Object.keys(operation?.responses ?? {}).find((each) => each.startsWith('2')));
  const { page, result, page_fields } = method;
  if (!result) return { status, page, body: null };
  if (page === null) return { status, page, body: sample(result, document) };
  const fields = page_fields ? (sample(page_fields, document) as Json) : {};
  return { status, page, body: { ...fields, [page]: [sample(result, document)], next_after: null } };
}

/** A value of the schema: the recorded example of a named schema, otherwise the simplest. */
function sample(schema: JsonSchema, document: OpenApi): unknown {
  if (schema.$ref) return sample(document.components.schemas[lastName(schema.$ref)] as JsonSchema, document);
  const [example] = (schema['examples'] ?? []) as unknown[];
  if (example !== undefined) return example;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, sample(inner, document)]),
    );
  if (schema.items) return [sample(schema.items, document)];
  if (schema.type === 'integer') return schema['minimum'] ?? 1;
  if (schema.type === 'boolean') return true;
  return schema['format'] === 'date' ? '2026-11-22' : 'text';
}

/** A recorded request with every amount in the form of the methods. */
function inMinorUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMinorUnits);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === 'amount' && !Number.isNaN(Number(inner))
      ? ['amount_minor', Math.round(Number(inner) * 100)]
      : [name, inMinorUnits(inner)],
  );
  return Object.fromEntries(fields);
}
