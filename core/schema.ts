/**
 * Describes the shape of a response once. The JSON Schema in the OpenAPI document and the TypeScript type that a presenter must
 * return follow from one declaration, so that the two cannot differ.
 */
import type { ExactNumber } from './json.ts';

/**
 * JSON Schema keywords (2020-12). A `Schema` among the values stands for its own keywords, or for `{ $ref }` if it has a name;
 * a `Reference` stands for the address only.
 */
export type Keywords = Readonly<Record<string, unknown>>;

/** The shape of a JSON value; `T` is the value before `toJson` writes it (a Date, a bigint). */
export class Schema<T> {
  /** For the type checker only. */
  declare readonly type: T;
  readonly keywords: Keywords;
  /** Its name in other schemas and the OpenAPI document; a schema without a name is written out where it is used. */
  readonly name: string | undefined;

  constructor(keywords: Keywords, name?: string) {
    this.keywords = keywords;
    this.name = name;
  }

  /** The same shape with a sentence about its meaning in this place. */
  describe(description: string): Schema<T> {
    return new Schema<T>(
      this.name === undefined
        ? { ...this.keywords, description }
        : { $ref: new Reference(this), description },
    );
  }

  nullable(): Schema<T | null> {
    const { type, description, ...rest } = this.keywords;
    if (this.name === undefined && typeof type === 'string' && type !== 'object') {
      const values = rest['enum'] as unknown[] | undefined;
      return new Schema({
        type: [type, 'null'],
        ...rest,
        ...(values ? { enum: [...values, null] } : {}),
        ...(description === undefined ? {} : { description }),
      });
    }
    return new Schema({ anyOf: [this, { type: 'null' }] });
  }

  /** As a field that may be absent. */
  optional(): OptionalField<T> {
    return new OptionalField(this);
  }
}

/** Stands for the address of a named schema instead of the schema. */
export class Reference {
  readonly to: Schema<unknown>;

  constructor(to: Schema<unknown>) {
    this.to = to;
  }
}

export class OptionalField<T> {
  readonly schema: Schema<T>;

  constructor(schema: Schema<T>) {
    this.schema = schema;
  }
}

export type Fields = Readonly<Record<string, Schema<unknown> | OptionalField<unknown>>>;

/** The type that a schema describes, which its presenter returns. */
export type Wire<S extends Schema<unknown>> = S['type'];

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends OptionalField<unknown> ? Name : never;
}[keyof F];
type TypeOfField<F> = F extends OptionalField<infer T> ? T : F extends Schema<infer T> ? T : never;
type Shape<F extends Fields> = Flat<
  { [Name in Exclude<keyof F, OptionalNames<F>>]: TypeOfField<F[Name]> } & {
    [Name in OptionalNames<F>]?: TypeOfField<F[Name]>;
  }
>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/** An object; its fields can be spread into another's. */
export class ObjectSchema<F extends Fields> extends Schema<Shape<F>> {
  readonly fields: F;

  constructor(fields: F, name?: string, description?: string) {
    const all = Object.entries(fields);
    super(
      {
        type: 'object',
        ...(description === undefined ? {} : { description }),
        properties: Object.fromEntries(
          all.map(([field, each]) => [field, each instanceof OptionalField ? each.schema : each]),
        ),
        required: all.filter(([, each]) => !(each instanceof OptionalField)).map(([field]) => field),
      },
      name,
    );
    this.fields = fields;
  }
}

/** The object that a schema describes, also where it may be null or has a description of its own; null for any other shape. */
export function objectWithin(schema: Schema<unknown>): ObjectSchema<Fields> | null {
  if (schema instanceof ObjectSchema) return schema;
  const { $ref, anyOf } = schema.keywords;
  if ($ref instanceof Reference) return objectWithin($ref.to);
  const shapes = (anyOf as unknown[] | undefined)?.filter((each) => each instanceof Schema) ?? [];
  return shapes.length === 1 ? objectWithin(shapes[0] as Schema<unknown>) : null;
}

export const string = new Schema<string>({ type: 'string' });
export const integer = new Schema<number>({ type: 'integer' });
export function integerBetween(minimum: number, maximum: number): Schema<number> {
  return new Schema({ type: 'integer', minimum, maximum });
}

/** Minor units of one movement: at most 2^53 - 1, which every client reads exactly. */
export const minorUnits = new Schema<bigint>({ type: 'integer' });
/** May exceed 2^53 - 1, the largest integer that a JavaScript number represents exactly, as sums of many amounts do. */
export const bigInteger = new Schema<bigint>({ type: 'integer', format: 'int64' });
export const boolean = new Schema<boolean>({ type: 'boolean' });
export const url = new Schema<string>({ type: 'string', format: 'uri' });
/** `YYYY-MM-DD` */
export const date = new Schema<string>({ type: 'string', format: 'date' });
/** RFC 3339, UTC, milliseconds. */
export const dateTime = new Schema<Date>({ type: 'string', format: 'date-time' });
/** A JSON number of major units, exact to the hundredth. */
export const majorUnits = new Schema<ExactNumber>({ type: 'number' });
/** Any fields, chosen by their writer. */
export const freeForm = new Schema<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  'x-map': true,
});

/** An object whose field names are data. */
export function map<T>(values: Schema<T>): Schema<Record<string, T>> {
  return new Schema({ type: 'object', additionalProperties: values, 'x-map': true });
}

export function arrayOf<T>(items: Schema<T>): Schema<readonly T[]> {
  return new Schema({ type: 'array', items });
}

export function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return new Schema({ type: 'string', enum: [...values] });
}

/** An enumeration that several resources share. */
export function namedChoice<const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
): Schema<Value> {
  return new Schema({ type: 'string', description, enum: [...values] }, name);
}

/** An object without a name: written out where it is used. */
export function object<F extends Fields>(fields: F): ObjectSchema<F> {
  return new ObjectSchema(fields);
}

/** The wire shape of a resource, under the name by which documentation and SDKs know it. */
export function resource<F extends Fields>(name: string, description: string, fields: F): ObjectSchema<F> {
  return new ObjectSchema(fields, name, description);
}

/**
 * One of several resources, distinguished by one field, which is a constant in each.
 * @param options by the value of that field
 */
export function union<Options extends Record<string, Schema<object>>>(
  name: string,
  description: string,
  discriminator: string,
  options: Options,
): Schema<Options[keyof Options]['type']> {
  const schemas = Object.values(options);
  const mapping = Object.fromEntries(
    Object.entries(options).map(([value, schema]) => [value, new Reference(schema)]),
  );
  return new Schema(
    { description, oneOf: schemas, discriminator: { propertyName: discriminator, mapping } },
    name,
  );
}

/** One of two shapes; the request decides which. */
export function either<A, B>(first: Schema<A>, second: Schema<B>): Schema<A | B> {
  return new Schema({ anyOf: [first, second] });
}

/** A field that always has the same value. */
export function constant<const Value extends string>(value: Value): Schema<Value> {
  return new Schema({ type: 'string', const: value });
}

/** The same schema for each of those fields. */
export function each<const Name extends string, T>(
  names: readonly Name[],
  schema: Schema<T>,
): Record<Name, Schema<T>> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema<T>>;
}

/** The fields that a schema declares, of an object that may have more: what a presenter returns. */
export function fieldsOf<F extends Fields>({ fields }: ObjectSchema<F>, from: Shape<F>): Shape<F> {
  const names = Object.keys(fields) as (keyof Shape<F>)[];
  const present = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Shape<F>;
}
