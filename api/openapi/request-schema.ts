/** JSON Schema of requests, from the joi schemas that check them. */
import type joi from 'joi';

export type Json = Record<string, unknown>;

interface Described {
  metas?: { openapi?: Json }[];
  flags?: { description?: string };
  keys?: Record<string, Described>;
  items?: Described[];
  dependencies?: { rel: string; peers: string[] }[];
}

/**
 * joi emits JSON Schema itself. What a custom rule means is said by its `meta({ openapi })`: keywords to add or, where a
 * `type` is among them, to put in place of everything.
 */
export function schemaOf(schema: joi.Schema): Json {
  const standard = (schema as unknown as { '~standard': { jsonSchema: { input(options: object): Json } } })[
    '~standard'
  ];
  const emitted = standard.jsonSchema.input({ target: 'draft-2020-12' });
  forEach(schema.describe(), emitted, applyMeta);
  return emitted;
}

/** The same as other languages read it, with the alternatives among fields that joi leaves out. */
export function publishedSchemaOf(schema: joi.Schema): Json {
  const published = portable(schemaOf(schema)) as Json;
  forEach(schema.describe(), published, (described, emitted) => {
    Object.assign(emitted, alternatives(described));
  });
  return published;
}

/** For a schema and those of its fields and items. */
function forEach(
  described: Described,
  emitted: Json,
  apply: (described: Described, emitted: Json) => void,
): void {
  apply(described, emitted);
  const properties = (emitted['properties'] ?? {}) as Record<string, Json>;
  for (const [name, inner] of Object.entries(described.keys ?? {}))
    if (properties[name]) forEach(inner, properties[name], apply);
  const [item, ...others] = described.items ?? [];
  if (item && others.length === 0 && emitted['items']) forEach(item, emitted['items'] as Json, apply);
}

function applyMeta(described: Described, emitted: Json): void {
  for (const { openapi } of described.metas ?? []) {
    if (!openapi) continue;
    if ('type' in openapi) for (const keyword of Object.keys(emitted)) delete emitted[keyword];
    Object.assign(emitted, openapi);
  }
  if (described.flags?.description) emitted['description'] = described.flags.description;
}

/** `xor`: exactly one of the fields. `oxor`: at most one. */
function alternatives({ dependencies = [] }: Described): Json {
  const keywords = dependencies.map(({ rel, peers }) => {
    const needs = peers.map((peer) => ({ required: [peer] }));
    if (rel === 'xor') return { oneOf: needs };
    if (rel === 'oxor') return { oneOf: [...needs, { not: { anyOf: needs } }] };
    throw new Error(`"${rel}" between fields cannot be documented`);
  });
  if (keywords.length > 1) throw new Error('more than one rule between fields cannot be documented');
  return keywords[0] ?? {};
}

/** Not every language's regular expressions know Unicode classes or look behind; what such a pattern refuses is told. */
const UNPORTABLE = /\\[pP]\{|\(\?<?[=!]/;

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const { pattern, minLength, ...rest } = value as Json;
  const kept = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, portable(inner)]));
  const readable = typeof pattern === 'string' && !UNPORTABLE.test(pattern);
  // What a pattern or a format asks for is longer than nothing anyway.
  const needless = minLength === 1 && (readable || 'format' in rest || 'enum' in rest);
  return {
    ...kept,
    ...(minLength === undefined || needless ? {} : { minLength: portable(minLength) }),
    ...(readable ? { pattern } : typeof pattern === 'object' ? { pattern: portable(pattern) } : {}),
  };
}
