/** What clients are told of a field at fault is in our words: joi's own never leave, nor does the text of a JavaScript error. */
import joi from 'joi';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { MESSAGES, WORDS } from '../../core/field-messages.ts';
import type { Route } from '../../api/http/route.ts';
import { validate } from '../../api/http/validate.ts';
import { parseBody } from '../../api/http/body.ts';
import { ROUTES } from '../../api/routes.ts';
import { kindsOfFields, nameOf } from './samples.ts';

interface Described {
  type: string;
  flags?: { presence?: string; only?: boolean; unknown?: boolean };
  allow?: unknown[];
  rules?: { name: string; args?: { options?: { scheme?: unknown } } }[];
  keys?: Record<string, Described>;
  items?: Described[];
  patterns?: { schema?: Described; rule: Described }[];
  dependencies?: { rel: string }[];
  whens?: { then?: Described; otherwise?: Described }[];
  preferences?: { messages?: Record<string, unknown> };
}

/** A schema of a request, and where it stands. */
function schemasOf(route: Route): [place: string, schema: joi.Schema][] {
  return [
    ...(route.body ? [['body', route.body] as [string, joi.Schema]] : []),
    ...(route.query ? [['query', route.query] as [string, joi.Schema]] : []),
    ...Object.entries(route.headers ?? {}),
  ];
}

const OF_TYPE: Record<string, string[]> = {
  any: [],
  array: ['array.base'],
  boolean: ['boolean.base'],
  number: ['number.base', 'number.infinity', 'number.unsafe'],
  object: ['object.base', 'object.unknown'],
  string: ['string.base', 'string.empty'],
};

/** joi's codes for a rule; a custom one uses `helpers.error` with codes that its schema has words for. */
function codesOfRule(type: string, { name }: { name: string }): string[] {
  if (name === 'pattern') return ['string.pattern.base'];
  if (name === 'uri') return ['string.uri', 'string.uriCustomScheme'];
  // An item at fault is named itself.
  if (name === 'items') return [];
  if (name === 'custom') return ['any.custom'];
  return [`${type}.${name}`];
}

const OF_RELATION: Record<string, string[]> = {
  xor: ['object.xor', 'object.missing'],
  oxor: ['object.oxor'],
};

/** Every code that a schema can raise and has no words of its own for, with where. */
function codesOf(described: Described, at: string, own: ReadonlySet<string>): [code: string, at: string][] {
  const { type, flags = {}, allow, rules = [], keys = {}, items = [], whens = [] } = described;
  const known = OF_TYPE[type];
  if (!known) throw new Error(`${at}: what "${type}" can raise is not known here`);
  const worded = new Set([...own, ...Object.keys(described.preferences?.messages ?? {})]);
  const raised = [
    ...known,
    ...rules.flatMap((rule) => codesOfRule(type, rule)),
    ...(allow && flags.only ? ['any.only'] : []),
    ...(flags.presence === 'required' ? ['any.required'] : []),
    ...(flags.presence === 'forbidden' ? ['any.unknown'] : []),
    ...(described.dependencies ?? []).flatMap(({ rel }) => OF_RELATION[rel] ?? [`object.${rel}`]),
  ];
  const inner = [
    ...Object.entries(keys).map(([name, each]): [string, Described] => [`${at}.${name}`, each]),
    ...items.map((each): [string, Described] => [`${at}[]`, each]),
    ...(described.patterns ?? []).map(({ rule }): [string, Described] => [`${at}{}`, rule]),
    ...whens.flatMap(({ then, otherwise }) =>
      [then, otherwise].flatMap((each): [string, Described][] => (each ? [[at, each]] : [])),
    ),
  ];
  return [
    ...raised.filter((code) => !worded.has(code)).map((code): [string, string] => [code, at]),
    ...inner.flatMap(([place, each]) => codesOf(each, place, worded)),
  ];
}

/** Values on which a rule may fail, each in its own way. */
const WRONG: unknown[] = [
  null, true, 0, -1, 1.5, 2 ** 53, -(2 ** 60), 1e300, 1e-7, NaN, Infinity, '', ' ', 'x', ' x ', '1.5', '-1', '1e3', 'a\nb',
  'é'.repeat(3_000), 'http://a', 'ftp://a/b', 'https://', '2026-02-30', '2026-02-30T10:00:00Z', '9'.repeat(400), 'pay_1', 'a@b', 'KES',
  [], [1], ['x', 'x'], ['payment.completed', 'payment.completed'], [{}], [null], {}, { a: 1 }, { share_bps: 1.5 }, ['*', '*'],
  { ['k'.repeat(70)]: 1 }, Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n])), Array.from({ length: 60 }, () => ({})),
]; // prettier-ignore

/** Text that no client should read. */
const NOT_OUR_WORDS =
  /custom validation|exclusive|peers|BigInt|RangeError|TypeError|undefined|NaN|\[object|cannot be converted|pattern|safe number|valid uri|\bschema\b/;

describe('every code that a request can raise', () => {
  test.each(ROUTES.map((route): [string, Route] => [nameOf(route), route]))('%s', (_name, route) => {
    for (const [place, schema] of schemasOf(route)) {
      const raised = codesOf(schema.describe() as Described, place, new Set());
      const unworded = raised.filter(([code]) => !Object.hasOwn(WORDS, code));
      expect(unworded).toEqual([]);
    }
  });

  test('has words that say more than that the field is not valid', () => {
    const vague = Object.entries(WORDS).filter(([, words]) => words === WORDS['*']);
    // What a custom rule throws is a defect of the rule: none of ours does, whatever it is given (below).
    expect(vague.map(([code]) => code)).toEqual(['*', 'any.custom']);
  });
});

describe('wrong values', () => {
  const expectOurWords = (schema: joi.Schema, body: unknown): void => {
    const checked = schema.validate(body, { abortEarly: false, convert: false, messages: MESSAGES });
    for (const { type, message } of checked.error?.details ?? []) {
      const about = `${JSON.stringify(body)}: ${type} ${message}`.slice(0, 500);
      expect(type, about).not.toBe('any.custom');
      expect(message, about).not.toMatch(NOT_OUR_WORDS);
      expect(message, about).not.toMatch(/ is not valid$/);
    }
  };

  test.each(kindsOfFields())('in %s', (_place, route, field) => {
    for (const value of WRONG) expectOurWords(route.body as joi.Schema, { [field]: value });
  });

  test.each(ROUTES.filter(({ body }) => body).map((route): [string, Route] => [nameOf(route), route]))(
    'in place of the body of %s',
    (_name, route) => {
      for (const value of [...WRONG, { amount: '1.00', amount_minor: 1 }])
        expectOurWords(route.body as joi.Schema, value);
    },
  );
});

test('a code without words of ours is answered in ours all the same', () => {
  const body = joi.object({ a: joi.any(), b: joi.any() }).and('a', 'b');
  const route = { ...(ROUTES[0] as Route), params: {}, body, headers: {} };
  delete (route as Partial<Route>).query;
  expect(messagesFor(route, { a: 1 })).toEqual(['The body is not valid']);
});

test.each([
  ['PUT /api/v1/sacco/settings', { entrance_fee_minor: 1.5 }, '"entrance_fee_minor" must be a whole number'],
  ['PUT /api/v1/sacco/settings', { entrance_fee_minor: '1' }, '"entrance_fee_minor" must be an integer number of minor units'],
  ['PUT /api/v1/sacco/settings', { entrance_fee_minor: -1 }, '"entrance_fee_minor" must be at least 0'],
  ['POST /api/v1/payments/{payment}/refunds', { amount: '1.00', amount_minor: 100 }, 'The body must have at most one of: amount, amount_minor'],
  ['POST /api/v1/sacco/cash-adjustments', { amount: '1.00', amount_minor: 100 }, 'The body must have only one of: amount, amount_minor'],
  ['POST /api/v1/webhook-endpoints', { url: 'ftp://a/b' }, '"url" must be an http or https URL'],
  ['POST /api/v1/webhook-endpoints', { url: 'https://a', events: ['*', '*'] }, '"events[1]" is in the list twice'],
  ['POST /api/v1/reconciliation/runs', { utc_offset: '+3:00' }, '"utc_offset" must be like +03:00, up to 14 hours'],
  ['POST /api/v1/payments', null, 'The body must be an object'],
])('%s %j: %s', (name, body, message) => {
  expect(messagesFor(routeNamed(name), body)).toContain(message);
}); // prettier-ignore

test.each([
  ['POST /api/v1/customers', { full_name: 'A', kind: null }, '"kind" must be one of: individual, business'],
  ['POST /api/v1/customers', { full_name: 'A', kind: '' }, '"kind" must be one of: individual, business'],
  ['POST /api/v1/payments/{payment}/refunds', { amount: '-1.00' }, '"amount" must be more than zero'],
  ['POST /api/v1/payments/{payment}/refunds', { amount: '1e2' }, '"amount" must be text with exactly two decimals, like "150.00"'],
  ['POST /api/projects/{project}/test-clock', { now: 'x' }, '"now" must be an RFC 3339 instant, like 2026-11-21T09:30:00Z'],
])('%s %j: one wrong field is told once', (name, body, message) => {
  expect(messagesFor(routeNamed(name), body)).toEqual([message]);
}); // prettier-ignore

test('of no body at all every missing field is named', () => {
  const missing = messagesFor(routeNamed('POST /api/projects'), undefined);
  expect(missing).toEqual(['"name" is required']);
  expect(parseBody({ body: undefined } as never)).toBeUndefined();
});

function routeNamed(name: string): Route {
  const route = ROUTES.find((each) => nameOf(each) === name);
  if (!route) throw new Error(`there is no route ${name}`);
  return { ...route, params: {}, headers: {} };
}

function messagesFor(route: Route, body: unknown): string[] {
  try {
    validate(route, { params: {}, query: {}, headers: {}, body });
  } catch (error) {
    return ((error as AppError).details ?? []).map(({ message }) => message);
  }
  return [];
}
