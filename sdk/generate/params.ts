/** The parameters of a method, from the query and the body of its operation. */
import type { JsonSchema, Parameter } from './openapi.ts';

const AMOUNT_MINOR: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Hundredths, in every currency',
};

/** @returns null if the method has none */
export function paramsSchema(query: readonly Parameter[], body: JsonSchema | null): JsonSchema | null {
  const sent = body ? inMinorUnits(body) : {};
  const { idempotency_key: _option, ...fields } = sent.properties ?? {};
  const properties = { ...fields, ...Object.fromEntries(query.map((each) => [each.name, described(each)])) };
  if (Object.keys(properties).length === 0) return null;
  const required = [
    ...(sent.required ?? []).filter((name) => name !== 'idempotency_key'),
    ...query.filter((each) => each.required).map(({ name }) => name),
  ];
  return { type: 'object', properties, required, additionalProperties: false };
}

function described({ schema, description }: Parameter): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

/** Does the body have an amount that may be a JSON number of major units? The SDKs take minor units in its place. */
export function takesMinorUnits(body: JsonSchema): boolean {
  return isMajorUnits(body.properties?.['amount']);
}

function isMajorUnits(field: JsonSchema | undefined): boolean {
  return field?.anyOf?.some(({ type }) => type === 'number') ?? false;
}

/** The same body with all amounts as integers. */
function inMinorUnits(schema: JsonSchema): JsonSchema {
  if (schema.items) return { ...schema, items: inMinorUnits(schema.items) };
  if (!schema.properties) return schema;
  const { oneOf: alternatives, ...rest } = schema;
  const fields = Object.entries(schema.properties).flatMap(([name, field]): [string, JsonSchema][] => {
    if (name !== 'amount') return [[name, inMinorUnits(field)]];
    if (isMajorUnits(field)) return [['amount_minor', AMOUNT_MINOR]];
    return schema.properties?.['amount_minor'] ? [] : [[name, field]];
  });
  const required = (schema.required ?? []).map((name) =>
    name === 'amount' && takesMinorUnits(schema) ? 'amount_minor' : name,
  );
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    required: alternatives?.length === 2 ? [...required, 'amount_minor'] : required,
  };
}
