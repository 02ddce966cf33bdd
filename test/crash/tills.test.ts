/** Days at a till while the web process is killed, again and again: what was answered happened once, and nothing else did. */
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
import { seededRandom } from './random.ts';

const V1 = '/api/v1/sacco';
const DAYS = 3;
const MOVEMENTS = 40;
/** Requests that are answered between one death and the next. */
const MOST_BETWEEN_DEATHS = 25;
/** Requests under way at once. */
const AT_ONCE = 6;
const VAULT_MINOR = 100_000;
const FLOAT_MINOR = 30_000;

let service: RunningService;

beforeAll(async () => {
  service = await RunningService.build();
  await service.start('web');
  // What a killed process had approved is nobody's to repeat: the sweep books it.
  await service.start('worker', 'housekeeping');
});
afterAll(() => service.tearDown());

/** Repeats the request until it is answered: what died with its connection is the same request, by its key. */
async function insist(request: (client: Client) => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await service
      .client()
      .then(request)
      .catch(() => null);
    if (reply && reply.status < 500) return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('three days at a till, while the web process dies', { timeout: 480_000 }, async () => {
  const random = seededRandom();
  onTestFailed(() => console.warn(`SEED=${random.seed}\n${service.output()}`));
  const project = await createProject(await service.client());
  const staff = async (role: 'maker' | 'checker'): Promise<Client> =>
    inProject(await addStaff(await service.client(), project, role), project.id, 'test');
  const teller = await staff('maker');
  const checker = await staff('checker');
  /** Requests that were answered, reading aside. */
  let posts = 0;
  const as = (who: Client) => ({
    post: async (path: string, body: object) => {
      const reply = await insist((web) => web.with(who.headers).post(path, body));
      posts += 1;
      return reply;
    },
    get: (path: string) => insist((web) => web.with(who.headers).get(path)),
  });
  /** Decided before the process died, and answered to nobody: then it is booked by somebody else. */
  const approve = async (id: string): Promise<void> => {
    const reply = await as(checker).post(`/api/v1/approvals/${id}/approve`, {});
    if (reply.status !== 200) expect(reply.body.error.reason).toBe('already_decided');
  };
  must(await project.session.put(`${V1}/settings`, { currency: 'KES', tills: 'on' }));
  const { body: till } = must(await project.session.post(`${V1}/tills`, { name: 'Counter' }));
  const first = { amount_minor: VAULT_MINOR, direction: 'in', memo: 'first cash', idempotency_key: 'first' };
  await approve(must(await as(teller).post(`${V1}/cash-adjustments`, first)).body.approval_id);
  const { body: customer } = must(await project.key.post('/api/v1/customers', customerBody()));
  must(await project.key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
  const { body: member } = must(await project.key.post(`${V1}/members`, { customer_id: customer.id }));

  let is_over = false;
  let deaths = 0;
  const dying = (async (): Promise<void> => {
    while (!is_over) {
      const wanted = posts + 1 + random.below(MOST_BETWEEN_DEATHS);
      await until('some are answered', () => is_over || posts >= wanted, 240_000);
      if (is_over) return;
      await service.kill('web');
      deaths += 1;
      await service.start('web');
    }
  })();

  let vault = VAULT_MINOR;
  let savings = 0;
  const answered: string[] = [];
  const read = async (id: string): Promise<Reply['body']> =>
    must(await as(teller).get(`${V1}/till-sessions/${id}`)).body;
  const becomes = (id: string, is: (session: Reply['body']) => boolean): Promise<unknown> =>
    until('the session goes on', async () => is(await read(id)));
  for (let day = 1; day <= DAYS; day++) {
    const opening = { float_minor: FLOAT_MINOR, idempotency_key: `open-${day}` };
    const { body: session } = must(await as(teller).post(`${V1}/tills/${till.id}/sessions`, opening));
    await approve(session.approval_id);
    await becomes(session.id, ({ status }) => status === 'open');

    let cash = FLOAT_MINOR;
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < MOVEMENTS) {
        const no = next++;
        const what = random.pick(['deposits', 'withdrawals'] as const);
        const body = { amount_minor: 1 + random.below(900), idempotency_key: `move-${day}-${no}` };
        const reply = await as(teller).post(`${V1}/members/${member.id}/${what}`, body);
        const { id, status } = must(reply).body;
        answered.push(id);
        if (status !== 'posted') continue;
        const moved = what === 'deposits' ? body.amount_minor : -body.amount_minor;
        cash += moved;
        savings += moved;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));

    const missing = random.below(3);
    const closing = { counted_minor: cash - missing, memo: 'counted', idempotency_key: `close-${day}` };
    const path = `${V1}/tills/${till.id}/sessions/${session.id}/close`;
    const { body: counted } = must(await as(teller).post(path, closing));
    expect([counted.expected_minor, counted.difference_minor]).toEqual([cash, 0 - missing]);
    if (missing > 0) {
      await approve(counted.approval_id);
      await becomes(session.id, ({ return_entry_id }) => return_entry_id !== null);
    }
    await approve((await read(session.id)).approval_id ?? counted.approval_id);
    await becomes(session.id, ({ status }) => status === 'closed');
    vault += cash - missing - FLOAT_MINOR;
  }
  is_over = true;
  await dying;
  expect(deaths).toBeGreaterThan(2);

  expect(new Set(answered).size).toBe(DAYS * MOVEMENTS);
  const { body: treasury } = must(await as(teller).get(`${V1}/treasury`));
  expect(treasury.cash_on_hand_parts.map((part: Reply['body']) => part.balance_minor)).toEqual([vault, 0]);
  expect(must(await as(teller).get(`${V1}/members/${member.id}`)).body.savings_minor).toBe(savings);
  const stored: string[] = await service
    .db('sacco_entries')
    .whereIn('kind', ['deposit', 'withdrawal'])
    .pluck('id');
  expect(stored.toSorted()).toEqual(answered.toSorted());
  expect(await ledgerFaults(service.db)).toEqual({});
  expect(await service.verify()).toContain('verified: nothing differs');
});
