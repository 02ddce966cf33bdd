/** What generators of SDKs rely on in the OpenAPI document. */
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import { EVENT_TYPES } from '../../domain/webhooks/index.ts';
import { deref, DOCUMENT, faults, valueAt, type DocumentedOperation } from '../harness/documented.ts';

const MAX_BYTES_PER_OPERATION = 2_500;
const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));

function operation(id: string): DocumentedOperation {
  const found = OPERATIONS.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
}

/** Every value under that keyword, anywhere in the document. */
function all(keyword: string, value: unknown = DOCUMENT): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === keyword ? [inner] : []),
    ...all(keyword, inner),
  ]);
}

test('stays small', () => {
  expect(JSON.stringify(DOCUMENT).length / OPERATIONS.length).toBeLessThan(MAX_BYTES_PER_OPERATION);
});

test('hints: who has an operation, how it is repeated, what it pages through', () => {
  for (const { operation_id, access, method } of ROUTES) {
    const { 'x-sdk': sdk, 'x-idempotency': idempotency } = operation(operation_id);
    expect(sdk, operation_id).toBe(access.kind === 'scoped' ? undefined : false);
    if (method === 'GET') expect(idempotency, operation_id).toBeUndefined();
    else expect(['header', 'body', 'none'], operation_id).toContain(idempotency);
  }
  expect(operation('payments.create')['x-idempotency']).toBe('header');
  expect(operation('sacco.members.deposit')['x-idempotency']).toBe('body');
  expect(operation('payments.cancel')['x-idempotency']).toBe('none');
  expect(operation('ledger.accounts.list')['x-page']).toBe('accounts');
  expect(operation('ledger.report')['x-page']).toBeUndefined();
  expect(operation('callbacks.receive')['x-sdk']).toBe(false);
});

test('one schema for all successes of an operation', () => {
  for (const { operationId, responses } of OPERATIONS) {
    const schemas = Object.entries(responses)
      // An empty body has none.
      .filter(([status]) => status.startsWith('2') && status !== '204')
      .map(([, response]) => JSON.stringify(all('schema', deref(response))[0]));
    expect(new Set(schemas).size, operationId).toBeLessThanOrEqual(1);
  }
});

test('free-form objects are marked as maps', () => {
  const bodies = OPERATIONS.map(({ requestBody }) => requestBody?.content['application/json']?.schema ?? {});
  const objects = [...Object.values(DOCUMENT.components.schemas), ...bodies] as {
    properties?: Record<string, object>;
  }[];
  const maps = 'metadata details balances credentials counts totals kinds columns'.split(' ');
  const free = objects
    .flatMap(({ properties }) => Object.entries(properties ?? {}))
    // Of a sum of balances there is an amount, which is text.
    .filter(([name, schema]) => maps.includes(name) && !('items' in schema || 'pattern' in schema))
    .map(([, schema]) => JSON.stringify(schema));
  expect(free.length).toBeGreaterThan(10);
  for (const schema of free) expect(schema).toContain('"x-map":true');
});

test('regular expressions are read alike everywhere', () => {
  const patterns = all('pattern').filter((each) => typeof each === 'string');
  expect(patterns.length).toBeGreaterThan(20);
  for (const pattern of patterns) {
    // Neither classes of Unicode, nor anything that looks around, names a group or refers back: RE2 and others lack them.
    expect(pattern).not.toMatch(/\\[pPxXkuUcC1-9]|\(\?|\[\[/);
    for (const [, most] of pattern.matchAll(/\{(?:\d+,)?(\d*)\}/g))
      expect(Number(most), pattern).toBeLessThanOrEqual(1_000);
    expect(() => new RegExp(pattern)).not.toThrow();
  }
});

describe('alternatives', () => {
  const deposit =
    '/paths/~1api~1v1~1sacco~1members~1{member}~1deposits/post/requestBody/content/application~1json/schema';
  const refund =
    '/paths/~1api~1v1~1payments~1{payment}~1refunds/post/requestBody/content/application~1json/schema';

  test.each([
    [{ amount: '1.00' }, true],
    [{ amount_minor: 100 }, true],
    [{ amount: '1.00', amount_minor: 100 }, false],
    [{}, false],
  ])('of a movement: %j', (amount, valid) => {
    expect(faults(deposit, { idempotency_key: 'x', ...amount }).length === 0).toBe(valid);
  });

  test.each([
    [{ amount: '1.00' }, true],
    [{ amount: '1.00', amount_minor: 100 }, false],
    [{}, false],
  ])('of one item of a list: %j', (amount, valid) => {
    const loan = '/paths/~1api~1v1~1sacco~1loans/post/requestBody/content/application~1json';
    const example = valueAt(`${loan}/example`);
    const [{ member_id }] = example['guarantors'] as [{ member_id: string }];
    const body = { ...example, guarantors: [{ member_id, ...amount }] };
    expect(faults(`${loan}/schema`, body).length === 0).toBe(valid);
  });

  test.each([
    [{ amount: '1.00' }, true],
    [{ amount_minor: 100 }, true],
    [{ amount: '1.00', amount_minor: 100 }, false],
    [{}, true],
  ])('of a refund: %j', (amount, valid) => {
    expect(faults(refund, amount).length === 0).toBe(valid);
  });
});

test('what is not documented is noticed', () => {
  const payment = '/components/schemas/Payment';
  const [example] = (DOCUMENT.components.schemas['Payment']?.['examples'] ?? []) as object[];
  expect(faults(payment, example)).toEqual([]);
  expect(faults(payment, { ...example, colour: 'red' })).toHaveLength(1);
  expect(faults(payment, { ...example, created_at: 'today' })).toHaveLength(1);
  expect(faults(payment, { ...example, next_action: { type: 'dance' } })).not.toEqual([]);
});

test('tags are explained, and each is used', () => {
  const tags = DOCUMENT['tags'] as { name: string; description: string }[];
  for (const { description } of tags) expect(description).toMatch(/\S/);
  expect(tags.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(OPERATIONS.flatMap((each) => each.tags))].toSorted(),
  );
});

test('every type of event has a webhook', () => {
  expect(Object.keys(DOCUMENT.webhooks)).toEqual([...EVENT_TYPES]);
  const union = DOCUMENT.components.schemas['WebhookEvent'] as {
    discriminator: { mapping: Record<string, string> };
  };
  for (const [type, { post }] of Object.entries(DOCUMENT.webhooks)) {
    const schema = post.requestBody?.content['application/json']?.schema;
    expect(schema).toEqual({ $ref: union.discriminator.mapping[type] });
    const event = deref(schema) as { properties: Record<string, object> };
    expect(event.properties['type']).toMatchObject({ const: type });
  }
});
