/** Schemas: what they say in JSON, and what the compiler refuses because of them. */
import { expect, expectTypeOf, test } from 'vitest';
import {
  arrayOf,
  bigInteger,
  dateTime,
  each,
  freeForm,
  map,
  object,
  oneOf,
  Reference,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';

const petSchema = resource('Pet', 'An animal', {
  id: string,
  kind: oneOf(['cat', 'dog']),
  weight_g: bigInteger.nullable(),
  born_at: dateTime,
  nickname: string.optional(),
});

test('a resource is an object of its fields, all required but the optional ones', () => {
  expect(petSchema.name).toBe('Pet');
  expect(petSchema.keywords).toMatchObject({
    type: 'object',
    description: 'An animal',
    required: ['id', 'kind', 'weight_g', 'born_at'],
  });
});

test('the type of a presenter follows from it', () => {
  expectTypeOf<Wire<typeof petSchema>>().toEqualTypeOf<{
    id: string;
    kind: 'cat' | 'dog';
    weight_g: bigint | null;
    born_at: Date;
    nickname?: string;
  }>();
  const whole = { id: 'pet_1', kind: 'cat' as const, weight_g: 4_000n, born_at: new Date(0) };
  const present = (): Wire<typeof petSchema> => whole;
  expect(present()).toBe(whole);
  const { id: _id, ...withoutId } = whole;
  // @ts-expect-error -- a field is missing
  const lacking: Wire<typeof petSchema> = withoutId;
  // @ts-expect-error -- a field has another type
  const wrong: Wire<typeof petSchema> = { ...whole, weight_g: 4_000 };
  // @ts-expect-error -- a field is not in the schema
  const unknown: Wire<typeof petSchema> = { ...whole, colour: 'red' };
  expect([lacking, wrong, unknown]).toHaveLength(3);
});

test('null is a type where there is one, an alternative elsewhere', () => {
  expect(string.nullable().keywords).toEqual({ type: ['string', 'null'] });
  expect(oneOf(['a']).nullable().keywords).toEqual({ type: ['string', 'null'], enum: ['a', null] });
  expect(petSchema.nullable().keywords).toEqual({ anyOf: [petSchema, { type: 'null' }] });
  expect(object({ a: string }).nullable().keywords).toHaveProperty('anyOf');
});

test('a description stands beside a reference to a schema with a name', () => {
  expect(string.describe('text').keywords).toEqual({ type: 'string', description: 'text' });
  expect(petSchema.describe('the eldest').keywords).toEqual({
    $ref: new Reference(petSchema),
    description: 'the eldest',
  });
});

test('lists, maps and the same field several times', () => {
  expect(arrayOf(petSchema).keywords).toEqual({ type: 'array', items: petSchema });
  expect(map(bigInteger).keywords).toMatchObject({ additionalProperties: bigInteger, 'x-map': true });
  expect(freeForm.keywords).toMatchObject({ additionalProperties: true, 'x-map': true });
  expect(each(['a', 'b'], string)).toEqual({ a: string, b: string });
});
