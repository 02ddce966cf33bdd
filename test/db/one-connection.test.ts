/**
 * No code path asks the pool for a second connection while it holds one: requests that all did so would wait for each other
 * until they time out. With a single connection, one that does is stuck at once. So is the day that test/api/examples.test.ts
 * records.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import {
  inProject,
  must,
  openSession,
  paymentBody,
  quickPerson,
  startService,
  type Person,
  type TestService,
} from '../harness/index.ts';
import { createWorld, fill, nameOf, validBody, validQuery, type World } from '../api/samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({
    workers: 'all',
    env: { DATABASE_POOL_SIZE: '1', STAFF_INVITATIONS: 'true' },
  });
});
afterAll(() => service.stop());

describe('every route', () => {
  let world: World;
  let operator: Person;

  beforeAll(async () => {
    world = await createWorld(service);
    operator = await quickPerson(service);
    await service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
  });

  test.each(ROUTES.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
    const { project, ids } = world;
    // A session of its own: a change of password ends the others.
    const person = route.access.kind === 'operator' ? operator : project.owner;
    const client = await openSession(service, person.id);
    const session = inProject({ client }, project.id, 'test');
    const reply = await session.send(
      route.method,
      fill(route.path, ids) + validQuery(route),
      validBody(route, world),
      { 'idempotency-key': crypto.randomUUID() },
    );
    // Let in, and not kept waiting; what the route's own rules say does not matter here.
    expect(reply.status, reply.text).toBeLessThan(500);
    expect([401, 403], reply.text).not.toContain(reply.status);
  });
});

test('forty refunds at once, while postings wait', async () => {
  const busy = await startService({ env: { DATABASE_POOL_SIZE: '4' } });
  try {
    const { project } = await createWorld(busy);
    const payments = await Promise.all(
      Array.from({ length: 40 }, async () => must(await project.key.post('/api/v1/payments', paymentBody()))),
    );
    const refunds = await Promise.all(
      payments.map(({ body }) => project.key.post(`/api/v1/payments/${body.id}/refunds`, {})),
    );
    expect(refunds.map(({ status }) => status)).toEqual(refunds.map(() => 201));
  } finally {
    await busy.stop();
  }
});
