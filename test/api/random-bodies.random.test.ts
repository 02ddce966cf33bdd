/**
 * Whatever is thrown at a route is answered with what is documented: never a 5xx, and every error in the one shape. Bodies
 * are made from the routes' own schemas and then spoiled, so that they get past the first check.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaOf } from '../../api/openapi/request-schema.ts';
import type { Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { openSession, startService, type Reply, type TestService, until } from '../harness/index.ts';
import {
  createWorld,
  expectDocumentedError,
  fill,
  keyFor,
  nameOf,
  parametersOf,
  validBody,
  validQuery,
  type World,
} from './samples.ts';

const REQUESTS_PER_ROUTE = 6;

let service: TestService;
let world: World;
/** Ids of things that are there, to be put where any text may stand. */
let known: string[];

beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  known = [...Object.values(world.ids), world.project.owner.email];
});
afterAll(() => service.stop());

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** Values on which programs have stumbled. */
const NASTY = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  150.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e-7,
  Number.MAX_VALUE,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '\0',
  '\ud800',
  '\u202e',
  '\u{1F4A9}',
  'ﬀ',
  'İ',
  'x'.repeat(300),
  '%00',
  '%zz',
  '../..',
  '${7*7}',
  '{{7*7}}',
  '0001-01-01',
  '9999-12-31',
  '2026-02-29',
  '2026-01-31',
  '275760-09-13',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-11-21T09:30:00.000Z',
  '2026-11-21T09:30:00+99:99',
  '150.00',
  '90071992547409.92',
  '1'.repeat(400),
  'KES',
  'UGX',
  'XXX',
  'sandbox',
  'manual',
  '+254712345789',
  '0712345789',
  'http://127.0.0.1:9/',
  'https://[::1',
  'http://999.1.1.1/',
  'a@example.org',
  'payment:1',
  'pay_00000000000000000000000000',
  'acc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '9223372036854775808',
  [],
  {},
  [[]],
  [null],
  { $ne: null },
] as const;

const nasty = fc.constantFrom<unknown>(...NASTY);
const anything = fc.oneof(
  { arbitrary: nasty, weight: 3 },
  { arbitrary: fc.constant(null).chain(() => fc.constantFrom(...known)), weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
);

function fits(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fits));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return fitsObject(schema);
  if (schema.type === 'array')
    return fc.array(schema.items ? fits(schema.items) : anything, { maxLength: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = -1_000, maximum = 2 ** 53 } = schema;
    return fc.oneof(
      fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
      fc.constantFrom(minimum, maximum, 1, 100, 1.5),
    );
  }
  if (schema.type === 'string' && schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  return anything;
}

function fitsObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fits(inner)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** A good body with one to three fields taken out, replaced or added, at any depth. */
function spoiled(make: () => object): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    name: fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'id', 'project_id', 'status', ''),
      fc.string(),
    ),
    value: anything,
  });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const body = structuredClone(make()) as Record<string, unknown>;
    for (const { at, how, name, value } of changes) {
      const places = placesIn(body);
      const [holder, field] = places[at % places.length] ?? [body, name];
      if (how === 'remove') delete holder[field];
      else
        Object.defineProperty(holder, how === 'add' ? name : field, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return body;
  });
}

function placesIn(value: object): [Record<string, unknown>, string][] {
  return Object.entries(value).flatMap(([name, inner]) => [
    [value as Record<string, unknown>, name] as [Record<string, unknown>, string],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ]);
}

function bodyFor(route: Route): fc.Arbitrary<string | undefined> {
  const written = (value: unknown) => JSON.stringify(value);
  const random = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }).map(written),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      '{',
      '[',
      '""',
      'null',
      '{}',
      '[]',
      '{"a":1e999}',
      '{"a":12345678901234567890}',
      '\uFEFF{}',
    ),
  );
  const none = fc.constant(undefined);
  if (!route.body) return fc.oneof({ arbitrary: none, weight: 4 }, { arbitrary: random, weight: 1 });
  const sample = (): object => validBody(route, world) ?? {};
  return fc.oneof(
    {
      arbitrary: fc
        .constant(null)
        .chain(() => spoiled(sample))
        .map(written),
      weight: 6,
    },
    { arbitrary: fits(schemaOf(route.body) as JsonSchema).map(written), weight: 3 },
    { arbitrary: random, weight: 2 },
    { arbitrary: none, weight: 1 },
  );
}

function queryFor(route: Route): fc.Arbitrary<string> {
  const schema = route.query ? (schemaOf(route.query) as JsonSchema) : {};
  const names = ['limit', 'after', 'environment', ...Object.keys(schema.properties ?? {})];
  const parameter = fc.tuple(
    fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 8 }, { arbitrary: fc.string(), weight: 1 }),
    fc.oneof(anything.map(asText), fc.constantFrom('1', '1000', 'test', 'live')),
  );
  const encoded = fc
    .array(parameter, { maxLength: 4 })
    .map((list) => list.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&'));
  const raw = fc.constantFrom('?', '?=', '?&&&', '?%', '?%zz=%00', '?a[b][c]=1', '?limit=5&limit=6');
  return fc.oneof(
    { arbitrary: fc.constant(null).map(() => validQuery(route)), weight: 4 },
    { arbitrary: encoded.map((text) => `?${text}`), weight: 4 },
    { arbitrary: raw, weight: 1 },
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Percent-encoding that also takes half surrogate pairs (as replacement characters). */
function escape(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Mostly the samples; `{project}` always, else nothing would be tried but who may enter. */
function pathFor(route: Route): fc.Arbitrary<string> {
  const things = parametersOf(route.path).filter((name) => name !== 'project');
  const strange = fc.oneof(
    anything.map((value) => escape(asText(value)) || '0'),
    fc.constantFrom('%', '%00', '%ff'),
  );
  return fc
    .record(Object.fromEntries(things.map((name) => [name, fc.option(strange, { freq: 4, nil: undefined })])))
    .map((values) => {
      const chosen = Object.entries(values).filter(([, value]) => value !== undefined);
      return fill(route.path, { ...world.ids, ...Object.fromEntries(chosen) } as Record<string, string>);
    });
}

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
const headersFor = fc.record(
  {
    'idempotency-key': fc.oneof(
      printable,
      fc.constantFrom('payment:x', '"quoted"', '"', 'same', 'x'.repeat(256)),
    ),
    'x-request-id': printable,
    'content-type': fc.constantFrom(
      'application/json',
      'application/json',
      'application/json; charset=latin1',
      'text/plain',
      'application/x-www-form-urlencoded',
      'x',
    ),
    accept: fc.constantFrom('*/*', 'text/html', 'nonsense'),
  },
  { requiredKeys: [] },
);

async function credentialsFor(route: Route, by_session: boolean): Promise<Record<string, string>> {
  if (route.access.kind === 'scoped' && !by_session) return keyFor(world, route).headers;
  return {
    // A session that this one request may end.
    ...(await openSession(service, world.project.owner.id)).headers,
    'x-service-project': world.project.id,
    'x-service-environment': 'test',
  };
}

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Reply> {
  const response = await fetch(service.url + url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') && text;
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : null };
}

test.each(ROUTES.map((route): [string, Route] => [nameOf(route), route]))('%s', async (_name, route) => {
  const request = fc.record({
    path: pathFor(route),
    query: queryFor(route),
    body: route.method === 'GET' ? fc.constant(undefined) : bodyFor(route),
    headers: headersFor,
    by_session: fc.boolean(),
  });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query, body, headers, by_session }) => {
      const reply = await send(
        path + query,
        route.method,
        {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          ...(await credentialsFor(route, by_session)),
        },
        body,
      );
      statuses.add(reply.status);
      expect(reply.status, reply.text).toBeLessThan(500);
      if (reply.status >= 400) expectDocumentedError(reply);
      else expect(Object.keys(route.responses)).toContain(String(reply.status));
    }),
    { numRuns: REQUESTS_PER_ROUTE },
  );
  expect(statuses.size).toBeGreaterThan(0);
});

test('after all that the service is well and its books balance', async () => {
  // Readiness is of the moment: what the last requests began may still keep a statement busy.
  await until('the service is ready', async () => (await send('/ready', 'GET', {})).status === 200);
  const { rows } = await service.ctx.db.raw(
    'select sum(debits_posted) = sum(credits_posted) as balanced from ledger_balances',
  );
  expect(rows[0].balanced).toBe(true);
});
