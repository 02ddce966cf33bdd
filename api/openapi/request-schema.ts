/** JSON Schema of requests, from the joi schemas that validate them. */
import type joi from 'joi';

export type Json = Record<string, unknown>;

/**
 * joi emits JSON Schema itself. `meta({ openapi })` describes a custom rule: keywords to add or, if they include a `type`, to
 * replace everything.
 */
export function schemaOf(schema: joi.Schema): Json {
  const standard = (schema as unknown as { '~standard': { jsonSchema: { input(options: object): Json } } })[
    '~standard'
  ];
  const emitted = standard.jsonSchema.input({ target: 'draft-2020-12' });
  forEach(schema, emitted, applyMeta);
  return emitted;
}

/** The same in a form that other languages can read, with the alternatives between fields that joi omits. */
export function publishedSchemaOf(schema: joi.Schema): Json {
  const published = portable(schemaOf(schema)) as Json;
  forEach(schema, published, (each, emitted) => {
    Object.assign(emitted, alternatives(each));
  });
  return published;
}

/** The parts of a joi schema. Its `describe()` returns the same but takes five times as long, because it validates its result. */
interface Terms {
  metas: { openapi?: Json }[] | null;
  /** Of an object. */
  keys?: { key: string; schema: joi.Schema }[] | null;
  /** Of an array. */
  items?: joi.Schema[];
  /** Rules between fields. */
  dependencies?: { rel: string; peers: { key: string }[] }[] | null;
}

function termsOf(schema: joi.Schema): Terms {
  return schema.$_terms as unknown as Terms;
}

/** The fields of an object by name; none for any other schema. */
export function fieldsOf(schema: joi.Schema): Map<string, joi.Schema> {
  return new Map(termsOf(schema).keys?.map(({ key, schema: field }) => [key, field]));
}

/** Applies a function to a schema and the schemas of its fields and items. */
function forEach(
  schema: joi.Schema,
  emitted: Json,
  apply: (schema: joi.Schema, emitted: Json) => void,
): void {
  apply(schema, emitted);
  const properties = (emitted['properties'] ?? {}) as Record<string, Json>;
  for (const [name, field] of fieldsOf(schema)) if (properties[name]) forEach(field, properties[name], apply);
  const [item, ...others] = termsOf(schema).items ?? [];
  if (item && others.length === 0 && emitted['items']) forEach(item, emitted['items'] as Json, apply);
}

function applyMeta(schema: joi.Schema, emitted: Json): void {
  for (const { openapi } of termsOf(schema).metas ?? []) {
    if (!openapi) continue;
    if ('type' in openapi) for (const keyword of Object.keys(emitted)) delete emitted[keyword];
    Object.assign(emitted, openapi);
  }
  const description = schema.$_getFlag('description') as string | undefined;
  if (description) emitted['description'] = description;
}

/** `xor`: exactly one of the fields. `oxor`: at most one. */
function alternatives(schema: joi.Schema): Json {
  const keywords = (termsOf(schema).dependencies ?? []).map(({ rel, peers }) => {
    const needs = peers.map(({ key }) => ({ required: [key] }));
    if (rel === 'xor') return { oneOf: needs };
    if (rel === 'oxor') {
      const keys = peers.map(({ key }) => key);
      return { not: { properties: Object.fromEntries(keys.map((key) => [key, {}])), required: keys } };
    }
    throw new Error(`"${rel}" between fields cannot be documented`);
  });
  return keywords.length > 1 ? { allOf: keywords } : (keywords[0] ?? {});
}

/** Unicode classes and lookarounds, which not every language's regular expressions support. Such patterns are omitted. */
const UNPORTABLE = /\\[pP]\{|\(\?<?[=!]/;

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const { pattern, minLength, ...rest } = value as Json;
  const kept = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, portable(inner)]));
  const readable = typeof pattern === 'string' && !UNPORTABLE.test(pattern);
  // A value that matches a pattern or a format is not empty anyway.
  const needless = minLength === 1 && (readable || 'format' in rest || 'enum' in rest);
  return {
    ...kept,
    ...(minLength === undefined || needless ? {} : { minLength: portable(minLength) }),
    ...(readable ? { pattern } : typeof pattern === 'object' ? { pattern: portable(pattern) } : {}),
  };
}
