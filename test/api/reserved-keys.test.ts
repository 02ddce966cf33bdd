/** Keys that belong to the service itself are refused by every operation that takes one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import { sharedService, type TestService } from '../harness/index.ts';
import { createWorld, expectError, fill, keyFor, nameOf, validBody, type World } from './samples.ts';

let service: TestService;
let world: World;

beforeAll(async () => {
  service = await sharedService();
  world = await createWorld(service);
});
afterAll(() => service.stop());

const KEYED = ROUTES.filter(({ body }) => 'idempotency_key' in (body?.describe()['keys'] ?? {}));

test('there are such operations', () => {
  expect(KEYED.length).toBeGreaterThan(15);
});

test.each(KEYED.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
  const client = route.access.kind === 'staff' ? world.project.session : keyFor(world, route);
  const body = { ...validBody(route, world), idempotency_key: 'loan:1' };
  const reply = await client.send(route.method, fill(route.path, world.ids), body);
  expectError(reply, 400, 'VALIDATION_ERROR', 'idempotency_key_reserved');
});
