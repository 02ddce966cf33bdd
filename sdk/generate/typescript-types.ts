/** TypeScript types of JSON schemas, with wire names or renamed fields. */
import { compile } from 'json-schema-to-typescript';
import { lastName, type JsonSchema } from './openapi.ts';

/** Spells the name of a field. */
export type Spelling = (name: string) => string;

/** `next_after` → `nextAfter` */
export function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

export function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\t', '\\t')}'`;
}

/** @returns an exported interface or type for each schema */
export async function typesText(
  named: readonly (readonly [name: string, schema: JsonSchema])[],
  spell: Spelling,
): Promise<string> {
  const texts = named.map(([name, schema]) =>
    compile({ ...typed(schema, spell), title: name }, name, {
      bannerComment: '',
      additionalProperties: false,
      ignoreMinAndMaxItems: true,
      format: false,
    }),
  );
  return (await Promise.all(texts)).join('\n').replaceAll(/^( *\*\/)\n\n/gm, '$1\n');
}

/** The schema as input of the type compiler: with renamed fields, resolved references and open enumerations. */
function typed(schema: JsonSchema, spell: Spelling, in_map = false): object {
  const described = schema.description === undefined ? {} : { description: schema.description };
  if (schema.$ref) return { ...described, tsType: lastName(schema.$ref) };
  if (schema.enum) return { ...described, tsType: openChoice(schema.enum) };
  if (schema.format === 'int64') return { ...described, tsType: exactInteger(schema.type) };
  const names_are_data = in_map || schema['x-map'] === true;
  const rename = (name: string): string => (names_are_data ? name : spell(name));
  const { type, properties, required, items, anyOf, oneOf, additionalProperties } = schema;
  return {
    ...described,
    ...(schema.const === undefined ? {} : { const: schema.const }),
    ...(type === undefined ? {} : { type }),
    ...(items ? { items: typed(items, spell, names_are_data) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => typed(each, spell, in_map)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((each) => typed(each, spell, in_map)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              rename(name),
              typed(each, spell, names_are_data),
            ]),
          ),
          required: (required ?? []).map(rename),
        }
      : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? typed(additionalProperties, spell, names_are_data)
              : additionalProperties,
        }),
  };
}

/** The API may add values: any text is accepted, and editors complete the known ones. */
function openChoice(values: readonly (string | null)[]): string {
  const known = values.map((value) => (value === null ? 'null' : quoted(value)));
  return `(${[...known, '(string & {})'].join(' | ')})`;
}

/** Sums of many amounts may be beyond 2^53 - 1: `readJson` reads those as bigints. */
function exactInteger(type: JsonSchema['type']): string {
  return [type].flat().includes('null') ? 'number | bigint | null' : 'number | bigint';
}
