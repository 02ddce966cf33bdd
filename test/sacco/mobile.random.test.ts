/** Random histories of money that is sent to phones, compared with a naive cooperative answer by answer, processes dying in between. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entries } from '../../domain/movements/index.ts';
import {
  allowPayouts,
  compareHistories,
  decide,
  dieAtNextBooking,
  floatOf,
  makeEntriesDue,
  moveToNoon,
  moving,
  must,
  newPayee,
  processPayout,
  REFUSED,
  sendingSacco,
  SENT,
  startService,
  verifyAll,
  withdrawToPhone,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { NaiveSender } from './naive-sender.ts';

const MEMBERS = 3;
const THRESHOLD = 60;
const FLOAT = 150;
const RUNS = 6;

type Dies = 'before' | 'after' | null;

type Event =
  | { what: 'deposit' | 'cash' | 'send'; member: number; amount: number; dies: Dies }
  | { what: 'exit' | 'suspend' | 'reactivate'; member: number }
  | { what: 'approve' | 'reject' | 'process'; index: number; dies: Dies }
  | { what: 'turn'; on: boolean };

const dies = fc.constantFrom<Dies>(null, null, null, 'before', 'after');
const member = fc.nat(MEMBERS - 1);
const index = fc.nat(11);

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    arbitrary: fc.record({
      what: fc.constantFrom<'deposit' | 'cash' | 'send'>('deposit', 'cash', 'send', 'send', 'send'),
      member,
      amount: fc.integer({ min: 1, max: 45 }),
      dies,
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      what: fc.constantFrom<'approve' | 'reject' | 'process'>('approve', 'reject', 'process', 'process'),
      index,
      dies,
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      what: fc.constantFrom<'exit' | 'suspend' | 'reactivate'>('exit', 'suspend', 'reactivate', 'reactivate'),
      member,
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ what: fc.constant('turn' as const), on: fc.boolean() }), weight: 1 },
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Real {
  sacco: Sacco;
  members: string[];
  /** Sendings that were stored, in their order: the entry, and the approval that it waited for. */
  sendings: { id: string; approval_id: string | null }[];
}

interface Pair {
  real: Real;
  naive: NaiveSender;
}

async function open(): Promise<Pair> {
  const sacco = await sendingSacco(service, { withdrawal_approval_minor: THRESHOLD, float_minor: FLOAT });
  // The threshold is that of a day.
  await moveToNoon(sacco.project);
  const members: string[] = [];
  for (let no = 0; no < MEMBERS; no += 1) members.push(await newPayee(sacco, 0, no === 1 ? REFUSED : SENT));
  const naive = new NaiveSender(
    members.map((_id, no) => ({ savings: 0, held: 0, status: 'active', is_payable: no !== 1 })),
    { float: FLOAT, threshold: THRESHOLD },
  );
  return { real: { sacco, members, sendings: [] }, naive };
}

const mortally = <Answer>(when: Dies, act: () => Promise<Answer>): Promise<Answer> =>
  dieAtNextBooking(service.ctx.ledger, when, act);

/** A request whose process died is repeated under its key by one that lives. */
async function request(when: Dies, act: () => Promise<Reply>): Promise<Reply> {
  const reply = await mortally(when, act);
  return reply.status === 503 ? act() : reply;
}

const reasonOf = ({ body }: Reply): string => body.error.reason ?? body.error.code;
const answerOf = (entry: Reply['body']): string =>
  entry.status === 'failed' ? `failed ${entry.error}` : entry.status;

async function applyToReal({ sacco, members, sendings }: Real, happens: Event): Promise<string> {
  switch (happens.what) {
    case 'turn':
      await allowPayouts(sacco.project, 'sandbox', { enabled: happens.on });
      return happens.on ? 'on' : 'off';
    case 'suspend':
    case 'reactivate': {
      const path = `/api/v1/sacco/members/${members[happens.member]}/${happens.what}`;
      const reply = await sacco.admin.post(path);
      return reply.status >= 400 ? reasonOf(reply) : reply.body.status;
    }
    case 'approve':
    case 'reject':
      return decideSending({ sacco, members, sendings }, happens);
    case 'process': {
      const sending = sendings[happens.index];
      if (!sending) return 'none';
      const shown = must(await sacco.maker.get(`/api/v1/sacco/entries/${sending.id}`)).body;
      if (shown.status !== 'paying') return shown.status;
      await mortally(happens.dies, () => processPayout(service, sacco, sending.id)).catch(() => undefined);
      await makePayoutsDue();
      return answerOf(await processPayout(service, sacco, sending.id));
    }
    case 'exit': {
      const path = `/api/v1/sacco/members/${members[happens.member]}/exit`;
      const body = { to: 'mobile', provider: 'sandbox', memo: 'out', idempotency_key: crypto.randomUUID() };
      return remember(sendings, await sacco.maker.post(path, body));
    }
    case 'send': {
      const key = { idempotency_key: crypto.randomUUID() };
      const of = members[happens.member] as string;
      const reply = await request(happens.dies, () => withdrawToPhone(sacco, of, happens.amount, key));
      return remember(sendings, reply);
    }
    case 'deposit':
    case 'cash':
    default: {
      const what = happens.what === 'cash' ? 'withdrawals' : 'deposits';
      const path = `/api/v1/sacco/members/${members[happens.member]}/${what}`;
      const reply = await sacco.maker.post(path, moving(happens.amount));
      if (reply.status === 202) {
        // It would wait: taken back at once.
        must(await sacco.maker.post(`/api/v1/approvals/${reply.body.approval_id}/cancel`));
        return 'above_threshold';
      }
      if (reply.status >= 400) return reasonOf(reply);
      return reply.body.status === 'failed' ? reply.body.error : reply.body.status;
    }
  }
}

function remember(sendings: Real['sendings'], reply: Reply): string {
  if (reply.status >= 400) return reasonOf(reply);
  sendings.push({ id: reply.body.id, approval_id: reply.body.approval_id });
  return answerOf(reply.body);
}

async function decideSending(
  { sacco, sendings }: Real,
  { what, index: no, dies: mortal }: Extract<Event, { index: number }>,
): Promise<string> {
  const sending = sendings[no];
  if (!sending) return 'none';
  if (sending.approval_id === null) return 'already_decided';
  if (what === 'reject') {
    const reply = await decide(sacco, sending.approval_id, 'reject', { note: 'no' });
    return reply.status >= 400 ? reasonOf(reply) : 'rejected';
  }
  const { approval_id } = sending;
  const reply = await mortally(mortal, () => decide(sacco, approval_id));
  if (reply.status < 400) return answerOf(reply.body.entry);
  if (reply.body.error.code !== 'SERVICE_UNAVAILABLE') return reasonOf(reply);
  await makeEntriesDue(service);
  await entries.resumePending(service.ctx);
  return answerOf(must(await sacco.maker.get(`/api/v1/sacco/entries/${sending.id}`)).body);
}

/** As if the processes that attempted them had died long ago. */
async function makePayoutsDue(): Promise<void> {
  await service.ctx
    .db('payouts')
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) });
}

function applyToNaive(naive: NaiveSender, happens: Event): string {
  switch (happens.what) {
    case 'turn':
      naive.is_enabled = happens.on;
      return happens.on ? 'on' : 'off';
    case 'suspend':
      return naive.suspend(happens.member, 'suspended');
    case 'reactivate':
      return naive.suspend(happens.member, 'active');
    case 'approve':
    case 'reject':
      return naive.decide(happens.index, happens.what);
    case 'process':
      return naive.process(happens.index);
    case 'exit':
      return naive.exit(happens.member);
    case 'send':
      return naive.send(happens.member, happens.amount);
    case 'deposit':
      return naive.deposit(happens.member, happens.amount);
    case 'cash':
    default:
      return naive.withdrawCash(happens.member, happens.amount);
  }
}

const give = (no: number, amount: number): Event => ({ what: 'deposit', member: no, amount, dies: null });
const send = (no: number, amount: number, mortal: Dies = null): Event => ({
  what: 'send',
  member: no,
  amount,
  dies: mortal,
});
const next = (what: 'approve' | 'reject' | 'process', no: number, mortal: Dies = null): Event => ({
  what,
  index: no,
  dies: mortal,
});

/** Leads to every answer. */
const EVERY_ANSWER: Event[] = [
  give(0, 45),
  give(0, 45),
  give(1, 40),
  give(2, 45),
  send(0, 50, 'after'),
  next('process', 0, 'before'),
  send(1, 30, 'before'),
  next('process', 1, 'after'),
  send(1, 41),
  { what: 'exit', member: 0 },
  next('approve', 3, 'after'),
  next('process', 3, 'after'),
  send(0, 1),
  send(2, 45),
  { what: 'exit', member: 2 },
  { what: 'turn', on: false },
  next('process', 4),
  send(2, 1),
  { what: 'turn', on: true },
  { what: 'suspend', member: 2 },
  next('process', 4),
  { what: 'reactivate', member: 2 },
  give(2, 200),
  send(2, 61),
  next('approve', 5),
  next('process', 5),
  send(2, 60),
  send(2, 61),
  next('reject', 7),
  next('reject', 7),
];

test('whatever happens, it is as with a naive one', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(event, { minLength: 30, maxLength: 60, size: 'max' }),
    examples: [EVERY_ANSWER],
    runs: RUNS,
    open,
    apply: async ({ real, naive }, happens) => [
      await applyToReal(real, happens),
      applyToNaive(naive, happens),
    ],
    sweep: async () => undefined,
    async states({ real, naive }) {
      const found = [];
      for (const id of real.members) {
        const { body } = must(await real.sacco.maker.get(`/api/v1/sacco/members/${id}`));
        found.push([body.status, body.savings_minor, body.savings_available_minor]);
      }
      const { held, available } = await floatOf(real.sacco);
      const statuses = [];
      for (const { id } of real.sendings)
        statuses.push(must(await real.sacco.maker.get(`/api/v1/sacco/entries/${id}`)).body.status);
      const expected = naive.members.map(({ status, savings, held: on_hold }) => [
        status,
        savings,
        savings - on_hold,
      ]);
      return [
        { members: found, float: [held, available], statuses },
        {
          members: expected,
          float: [naive.float, naive.float - naive.reserved],
          statuses: naive.sendings.map(({ status }) => status),
        },
      ];
    },
    async finish() {
      expect(await verifyAll(service.ctx)).toEqual([]);
    },
  });
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'paying',
      'posted',
      'awaiting_approval',
      'rejected',
      'already_decided',
      'not_closable',
      'member_not_active',
      'payouts_disabled',
      'failed payout_failed',
      'failed member_not_active',
      'failed insufficient_savings',
      'failed insufficient_float',
    ]),
  );
});
