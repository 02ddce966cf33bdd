/** The counter keeps working while its web process is killed, again and again: every request is one entry, booked once. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  addStaff,
  createProject,
  customerBody,
  inProject,
  must,
  until,
  type Client,
  type Reply,
} from '../harness/index.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { RunningService } from './running-service.ts';
import { seededRandom, type Random } from './random.ts';

const MEMBERS = 5;
const REQUESTS = 200;
/** Requests under way at once. */
const AT_ONCE = 12;
const DEATHS = 2;
/** In minor units; what is above it waits for the checker. */
const THRESHOLD = 100_000;

let service: RunningService;

beforeAll(async () => {
  service = await RunningService.build();
  await service.start('web');
});
afterAll(() => service.tearDown());

interface Request {
  member: string;
  what: 'deposits' | 'withdrawals' | 'shares';
  body: { amount_minor: number; idempotency_key: string };
}

function requestsOf(random: Random, members: string[]): Request[] {
  return Array.from({ length: REQUESTS }, (_each, no) => {
    const what = random.pick(['deposits', 'deposits', 'withdrawals', 'withdrawals', 'shares'] as const);
    // One withdrawal in three waits for the checker.
    const large = what === 'withdrawals' && random.below(3) === 0;
    const body = {
      amount_minor: 1 + random.below(2_000) + (large ? THRESHOLD : 0),
      idempotency_key: `request-${no}`,
      ...(what === 'shares' ? { from: 'savings' } : {}),
    };
    return { member: random.pick(members), what, body };
  });
}

/** Repeats the request until it is answered: what died with its connection is the same request, by its key. */
async function insist(request: (client: Client) => Promise<Reply>, repeated: () => void): Promise<Reply> {
  for (;;) {
    const reply = await service
      .client()
      .then(request)
      .catch(() => null);
    if (reply && reply.status < 500) return reply;
    repeated();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('200 requests, while the web process dies', { timeout: 360_000 }, async () => {
  const random = seededRandom();
  onTestFailed(() => console.warn(`SEED=${random.seed}\n${service.output()}`));
  const first = await service.client();
  const project = await createProject(first);
  const checker = inProject(await addStaff(first, project, 'checker'), project.id, 'test');
  must(
    await project.session.put('/api/v1/sacco/settings', {
      currency: 'KES',
      withdrawal_approval_minor: THRESHOLD,
    }),
  );
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async () => {
      const { body: customer } = must(await project.key.post('/api/v1/customers', customerBody()));
      must(await project.key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
      const customer_id = customer.id;
      return must(await project.key.post('/api/v1/sacco/members', { customer_id })).body.id as string;
    }),
  );

  const requests = requestsOf(random, members);
  const entries: string[] = [];
  const approved: string[] = [];
  let repeats = 0;
  const repeated = (): void => void (repeats += 1);
  const work = async (no: number): Promise<void> => {
    const { member, what, body } = requests[no] as Request;
    const asked = must(
      await insist(
        (web) => web.with(project.key.headers).post(`/api/v1/sacco/members/${member}/${what}`, body),
        repeated,
      ),
    ).body;
    entries[no] = asked.id;
    if (asked.status !== 'awaiting_approval') return;
    const decided = await insist(
      (web) => web.with(checker.headers).post(`/api/v1/approvals/${asked.approval_id}/approve`),
      repeated,
    );
    // Decided before the process died, and answered to nobody.
    if (decided.status !== 200) expect(decided.body.error.reason).toBe('already_decided');
    approved.push(asked.id);
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < REQUESTS) await work(next++);
  };
  const working = Promise.all(Array.from({ length: AT_ONCE }, lane));
  working.catch(() => undefined);
  for (let death = 1; death <= DEATHS; death++) {
    const wanted = Math.floor(((death - random.next() * 0.5) * REQUESTS) / (DEATHS + 1));
    await until('some more are under way', () => next >= wanted);
    await service.kill('web');
    await service.start('web');
  }
  await working;
  expect(repeats).toBeGreaterThan(0);

  // What was approved by a process that then died is nobody's to repeat: the sweep books it.
  await service.db.raw(
    `update sacco_entries set due_at = due_at - interval '1 minute' where due_at is not null`,
  );
  await service.start('worker', 'housekeeping');
  await until(
    'nothing is under way',
    async () => !(await service.db('sacco_entries').whereIn('status', ['pending', 'posting']).first('id')),
  );

  const stored = await service.db('sacco_entries').orderBy('id');
  expect(new Set(entries).size).toBe(REQUESTS);
  expect(stored.map(({ id }) => id)).toEqual(entries.toSorted());
  const kept = new Map(stored.map((entry) => [entry.id, entry]));
  for (const [no, { member, body }] of requests.entries()) {
    const { member_id, amount_minor, status } = kept.get(entries[no]);
    expect([member_id, Number(amount_minor)]).toEqual([member, body.amount_minor]);
    expect(['posted', 'failed']).toContain(status);
  }
  const waited = stored.filter(({ approval_id }) => approval_id !== null).map(({ id }) => id);
  expect(approved.toSorted()).toEqual(waited);

  // Every posted entry of these kinds is one transfer.
  const transfers: string[] = await service.db('ledger_transfers').pluck('reference');
  expect(transfers.toSorted()).toEqual(
    stored.filter(({ status }) => status === 'posted').map(({ id }) => id),
  );
  expect(await ledgerFaults(service.db)).toEqual({});
  expect(await service.verify()).toContain('verified: nothing differs');
});
