/** JSON Schema of what is answered, for the OpenAPI document. */

type Schema = object;

export const string = { type: 'string' };
export const integer = { type: 'integer' };
export const boolean = { type: 'boolean' };
export const date = { type: 'string', format: 'date' };
export const dateTime = { type: 'string', format: 'date-time' };
export const freeForm = { type: 'object', additionalProperties: true };

export function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function oneOf(values: readonly string[]): Schema {
  return { type: 'string', enum: [...values] };
}

/** A decimal string and its integer twin. */
export function moneyFields(...names: string[]): Record<string, Schema> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }],
      [`${name}_minor`, integer],
    ]),
  );
}

/** An object whose every field is there unless named in `optional`. */
export function object(properties: Record<string, Schema>, optional: string[] = []): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

export function arrayOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** A page of a list. */
export function pageOf(plural: string, items: Schema, more: Record<string, Schema> = {}): Schema {
  return object({ ...more, [plural]: arrayOf(items), next_after: nullable(string) });
}
