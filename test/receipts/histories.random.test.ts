/**
 * Random histories of money that comes without a prompt, is allocated and sent back, beside payouts of the merchant's own money from
 * the same account of the provider; compared with a naive model answer by answer, processes dying in between.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { entries } from '../../domain/movements/index.ts';
import { payouts } from '../../domain/payments/index.ts';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';
import { sandbox } from '../../domain/payments/providers/sandbox.ts';
import {
  allocate,
  allowPayouts,
  approvedMovement,
  bank,
  compareHistories,
  createSacco,
  decide,
  dieAtNextBooking,
  fund,
  held,
  makeEntriesDue,
  must,
  newAccount,
  newMember,
  receiptOf,
  scopeNow,
  sendPaybill,
  setTestClock,
  startService,
  transactionId,
  UNALLOCATED,
  verifyAll,
  workPaybills,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { NaiveReceiver, type PayerEnd, type Processing } from './naive-receiver.ts';

const RUNS = 6;
const MEMBERS = 2;
/** The provider holds less than the merchant has. */
const FUNDS = { clearing: 100, available: 160 };
const PHONES: Record<PayerEnd, string> = { paid: '+254712345789', refused: '+254712345039' };
const HOUR_MS = 3_600_000;

type Dies = 'before' | 'after' | null;

type Event =
  | { what: 'receive'; amount: number; end: PayerEnd; member: number | null; dies: Dies }
  | { what: 'allocate'; index: number; member: number; purpose: 'savings' | 'shares' }
  | { what: 'refund' | 'cancel'; index: number }
  | { what: 'approve' | 'reject'; index: number; dies: Dies }
  | { what: 'pay'; amount: number; end: PayerEnd }
  | { what: 'process'; index: number; how: Processing; dies: Dies }
  | { what: 'ask to leave' | 'stay'; member: number }
  | { what: 'turn'; on: boolean }
  | { what: 'wait'; hours: number };

const dies = fc.constantFrom<Dies>(null, null, null, 'before', 'after');
const index = fc.nat(7);
const member = fc.nat(MEMBERS - 1);
const amount = fc.integer({ min: 1, max: 45 });
const end = fc.constantFrom<PayerEnd>('paid', 'paid', 'refused');

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('receive' as const),
      amount,
      end,
      member: fc.option(member, { freq: 1 }),
      dies,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('allocate' as const),
      index,
      member,
      purpose: fc.constantFrom('savings' as const, 'shares' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom<'refund' | 'cancel'>('refund', 'refund', 'refund', 'cancel'),
      index,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom<'approve' | 'reject'>('approve', 'approve', 'approve', 'reject'),
      index,
      dies,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pay' as const), amount, end }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('process' as const),
      index,
      how: fc.constantFrom<Processing>('answered', 'answered', 'lost'),
      dies,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom<'ask to leave' | 'stay'>('ask to leave', 'stay'), member }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('turn' as const), on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  },
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
  members: { id: string; member_no: string }[];
  receipts: string[];
  /** What a second person decides, and of which receipt. */
  asked: { approval_id: string; receipt: string; entry_id: string | null }[];
  payouts: string[];
  /** The exit that waits, by member. */
  leaving: Map<number, string>;
}

interface Pair {
  real: Real;
  naive: NaiveReceiver;
}

async function open(): Promise<Pair> {
  const sacco = await createSacco(service);
  const { key } = sacco.project;
  await allowPayouts(sacco.project, 'sandbox');
  await fund(service, sacco.project, (FUNDS.available / 100).toFixed(2));
  await newAccount(sacco, '1100');
  const banked = { account: '1100', amount_minor: FUNDS.available - FUNDS.clearing };
  await approvedMovement(sacco, bank(sacco, 'provider_to_bank', banked));
  const members = [];
  for (let no = 0; no < MEMBERS; no += 1) {
    const id = await newMember(sacco);
    const { member_no } = must(await key.get(`/api/v1/sacco/members/${id}`)).body;
    members.push({ id, member_no });
  }
  return {
    real: { sacco, members, receipts: [], asked: [], payouts: [], leaving: new Map() },
    naive: new NaiveReceiver(MEMBERS, FUNDS),
  };
}

const reasonOf = ({ body }: Reply): string => body.error.reason ?? body.error.code;

function applyToReal(real: Real, happens: Event): Promise<string> | string {
  switch (happens.what) {
    case 'receive':
      return receive(real, happens);
    case 'allocate':
      return askToAllocate(real, happens);
    case 'refund':
      return askToRefund(real, happens.index);
    case 'approve':
    case 'reject':
      return decideAsked(real, happens);
    case 'pay':
      return pay(real, happens);
    case 'process':
      return process(real, happens);
    case 'cancel':
      return cancel(real, happens.index);
    case 'ask to leave':
    case 'stay':
      return leave(real, happens);
    case 'turn':
      return turn(real, happens.on);
    case 'wait':
    default:
      return wait(real, happens.hours);
  }
}

async function receive(
  { sacco, members, receipts }: Real,
  { amount: minor, end: payer_end, member: no, dies: when }: Extract<Event, { what: 'receive' }>,
): Promise<string> {
  const account = no === null ? 'NOBODY' : (members[no]?.member_no as string);
  const transaction_id = transactionId();
  const sent = { transaction_id, phone: PHONES[payer_end] };
  must(await sendPaybill(sacco.project.key, account, (minor / 100).toFixed(2), sent));
  await dieAtNextBooking(service.ctx.ledger, when, () => workPaybills(service.ctx)).catch(expectDeath);
  await goOn();
  // Told again.
  must(await sendPaybill(sacco.project.key, account, (minor / 100).toFixed(2), sent));
  const { id, status } = await receiptOf(service.ctx, transaction_id, 'allocated', 'unallocated');
  receipts.push(id);
  return status as string;
}

function expectDeath(error: unknown): void {
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
}

/** What was under way is due again, and done. */
async function goOn(): Promise<void> {
  const { ctx } = service;
  for (const table of ['paybill_confirmations', 'postings'])
    await ctx
      .db(table)
      .where({ status: 'pending' })
      .update({ next_attempt_at: new Date(0) });
  await workPaybills(ctx);
  await makeEntriesDue(service);
  await entries.resumePending(ctx);
  await workPaybills(ctx);
}

async function askToAllocate(
  { sacco, members, receipts, asked }: Real,
  { index: no, member: to, purpose }: Extract<Event, { what: 'allocate' }>,
): Promise<string> {
  const receipt = receipts[no];
  if (receipt === undefined) return 'none';
  const reply = await allocate(sacco, receipt, { member_id: members[to]?.id, purpose });
  if (reply.status >= 400) return reasonOf(reply);
  asked.push({ approval_id: reply.body.approval_id, receipt, entry_id: reply.body.id });
  return 'waits';
}

async function askToRefund({ sacco, receipts, asked }: Real, no: number): Promise<string> {
  const receipt = receipts[no];
  if (receipt === undefined || !(await payoutsAreOn(sacco))) return 'none';
  const body = { memo: 'not ours', idempotency_key: crypto.randomUUID() };
  const reply = await sacco.maker.post(`${UNALLOCATED}/${receipt}/refund`, body);
  if (reply.status >= 400) return reasonOf(reply);
  asked.push({ approval_id: reply.body.approval_id, receipt, entry_id: null });
  return 'waits';
}

async function payoutsAreOn({ project: { id, owner } }: Sacco): Promise<boolean> {
  const path = `/api/projects/${id}/providers/sandbox/payouts?environment=test`;
  return must(await owner.client.get(path)).body.enabled;
}

async function decideAsked(
  { sacco, asked, payouts: sent }: Real,
  { what, index: no, dies: when }: Extract<Event, { what: 'approve' | 'reject' }>,
): Promise<string> {
  const found = asked[no];
  if (!found) return 'none';
  const { approval_id, receipt, entry_id } = found;
  if (what === 'reject') {
    const reply = await decide(sacco, approval_id, 'reject', { note: 'no' });
    return reply.status >= 400 ? reasonOf(reply) : 'rejected';
  }
  const reply = await dieAtNextBooking(service.ctx.ledger, when, () => decide(sacco, approval_id));
  if (reply.status === 503) await goOn();
  else if (reply.status >= 400) return reasonOf(reply);
  if (entry_id === null) {
    sent.push(must(await sacco.maker.get(`${UNALLOCATED}/${receipt}`)).body.payout_id);
    return 'approved';
  }
  const { status, error } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry_id}`)).body;
  return status === 'failed' ? `failed ${error}` : status;
}

async function pay(
  { sacco, payouts: sent }: Real,
  { amount: amount_minor, end: payer_end }: Extract<Event, { what: 'pay' }>,
): Promise<string> {
  const reply = await sacco.maker.post('/api/v1/payouts', {
    provider: 'sandbox',
    amount_minor,
    currency: 'KES',
    to: { phone: PHONES[payer_end] },
    reference: crypto.randomUUID(),
  });
  if (reply.status >= 400) return reasonOf(reply);
  sent.push(reply.body.id);
  return reply.body.status;
}

/** The next step, by a process that dies, or to whom the provider's answer is lost; then by one that goes on. */
async function process(
  { sacco, payouts: sent }: Real,
  { index: no, how, dies: when }: Extract<Event, { what: 'process' }>,
): Promise<string> {
  const id = sent[no];
  if (id === undefined) return 'none';
  const { ctx } = service;
  const send = vi.spyOn(sandbox.payouts, 'send');
  if (how === 'lost') send.mockRejectedValueOnce(new ProviderUnavailable('no answer'));
  const step = async (): Promise<void> => {
    await ctx
      .db('payouts')
      .where({ id })
      .whereNotNull('next_attempt_at')
      .update({ next_attempt_at: new Date(0) });
    await payouts.process(ctx, id);
  };
  try {
    await dieAtNextBooking(ctx.ledger, when, step).catch(async (error: unknown) => {
      expectDeath(error);
      await step();
    });
  } finally {
    send.mockRestore();
  }
  return must(await sacco.maker.get(`/api/v1/payouts/${id}`)).body.status;
}

async function cancel({ sacco, payouts: sent }: Real, no: number): Promise<string> {
  const id = sent[no];
  if (id === undefined) return 'none';
  const reply = await sacco.project.session.post(`/api/v1/payouts/${id}/cancel`);
  return reply.status >= 400 ? reasonOf(reply) : reply.body.status;
}

async function leave(
  { sacco, members, leaving }: Real,
  { what, member: no }: Extract<Event, { what: 'ask to leave' | 'stay' }>,
): Promise<string> {
  if (what === 'stay') {
    const approval_id = leaving.get(no);
    if (approval_id === undefined) return 'none';
    must(await decide(sacco, approval_id, 'reject', { note: 'stays' }));
    leaving.delete(no);
    return 'done';
  }
  const body = { memo: 'moves', idempotency_key: crypto.randomUUID() };
  const reply = await sacco.maker.post(`/api/v1/sacco/members/${members[no]?.id}/exit`, body);
  if (reply.status >= 400) return reasonOf(reply);
  leaving.set(no, reply.body.approval_id);
  return 'done';
}

async function turn({ sacco }: Real, on: boolean): Promise<string> {
  await allowPayouts(sacco.project, 'sandbox', { enabled: on });
  return on ? 'on' : 'off';
}

async function wait({ sacco }: Real, hours: number): Promise<string> {
  const { clock } = await scopeNow(service, sacco);
  await setTestClock(sacco.project, new Date(clock.now().getTime() + hours * HOUR_MS).toISOString());
  return 'later';
}

function applyToNaive(naive: NaiveReceiver, happens: Event): string {
  switch (happens.what) {
    case 'receive':
      return naive.receive(happens.amount, happens.end, happens.member);
    case 'allocate':
      return naive.allocate(happens.index, happens.member, happens.purpose);
    case 'refund':
      return naive.refund(happens.index);
    case 'approve':
    case 'reject':
      return naive.decide(happens.index, happens.what);
    case 'pay':
      return naive.pay(happens.amount, happens.end);
    case 'process':
      return naive.process(happens.index, happens.how);
    case 'cancel':
      return naive.cancel(happens.index);
    case 'ask to leave':
    case 'stay':
      return naive.leave(happens.member, happens.what === 'stay' ? 'reject' : 'ask');
    case 'turn':
      naive.is_enabled = happens.on;
      return happens.on ? 'on' : 'off';
    case 'wait':
    default:
      return 'later';
  }
}

async function states({ real, naive }: Pair): Promise<[unknown, unknown]> {
  const { key, session } = real.sacco.project;
  const account = async (kind: string): Promise<{ balance_minor: number; available_minor: number }> => {
    const { accounts } = must(await key.get(`/api/v1/ledger/accounts?kind=${kind}&currency=KES`)).body;
    return accounts[0] ?? { balance_minor: 0, available_minor: 0 };
  };
  const [merchant, clearing, unallocated] = [
    await account('merchant_available'),
    await account('provider_clearing'),
    await account('unallocated'),
  ];
  const receipts = [];
  for (const id of real.receipts) receipts.push(must(await key.get(`${UNALLOCATED}/${id}`)).body.status);
  const members = [];
  for (const { id } of real.members) members.push(await held(key, id));
  const sent = [];
  for (const id of real.payouts) sent.push(must(await session.get(`/api/v1/payouts/${id}`)).body.status);
  const expected = naive.members.map(({ savings, shares }) => ({ savings, shares }));
  return [
    {
      receipts,
      members,
      // One that waits for its hold, and one that was sent an hour ago, have these names on the wire.
      sent: sent.map((status) => (status === 'unknown' ? 'sending' : status)),
      merchant: [merchant.balance_minor, merchant.available_minor],
      clearing: [clearing.balance_minor, clearing.available_minor],
      unallocated: unallocated.balance_minor,
    },
    {
      receipts: naive.receipts.map(({ status }) => status),
      members: expected,
      sent: naive.sent.map(({ status }) => (status === 'new' ? 'held' : status)),
      merchant: [naive.available, naive.available - naive.held],
      clearing: [naive.clearing, naive.clearing - naive.reserved],
      unallocated: naive.unallocated,
    },
  ];
}

const come = (minor: number, payer_end: PayerEnd, no: number | null, when: Dies = null): Event => ({
  what: 'receive',
  amount: minor,
  end: payer_end,
  member: no,
  dies: when,
});
const give = (no: number, to: number): Event => ({
  what: 'allocate',
  index: no,
  member: to,
  purpose: 'savings',
});
const back = (no: number): Event => ({ what: 'refund', index: no });
const verdict = (what: 'approve' | 'reject', no: number, when: Dies = null): Event => ({
  what,
  index: no,
  dies: when,
});
const next = (no: number, how: Processing = 'answered', when: Dies = null): Event => ({
  what: 'process',
  index: no,
  how,
  dies: when,
});

/** Leads to every answer. */
const EVERY_ANSWER: Event[] = [
  come(40, 'paid', 0, 'after'),
  come(41, 'paid', null, 'before'),
  come(42, 'refused', null),
  come(43, 'paid', null),
  back(1),
  back(1),
  give(1, 0),
  verdict('approve', 0),
  next(0, 'lost', 'after'),
  { what: 'wait', hours: 2 },
  next(0, 'answered', 'before'),
  back(2),
  verdict('approve', 1),
  next(1, 'answered', 'after'),
  give(2, 1),
  { what: 'ask to leave', member: 1 },
  { what: 'ask to leave', member: 1 },
  give(3, 1),
  come(2, 'paid', 1),
  verdict('approve', 2),
  { what: 'stay', member: 1 },
  give(2, 1),
  verdict('approve', 3, 'after'),
  verdict('reject', 3),
  give(3, 1),
  verdict('reject', 4),
  back(3),
  { what: 'turn', on: false },
  verdict('approve', 5),
  { what: 'pay', amount: 1, end: 'paid' },
  { what: 'turn', on: true },
  { what: 'pay', amount: 45, end: 'paid' },
  { what: 'pay', amount: 45, end: 'paid' },
  { what: 'pay', amount: 45, end: 'refused' },
  { what: 'pay', amount: 45, end: 'paid' },
  verdict('approve', 5),
  { what: 'turn', on: false },
  next(2),
  { what: 'turn', on: true },
  next(2, 'answered', 'before'),
  next(3),
  { what: 'cancel', index: 4 },
  { what: 'cancel', index: 3 },
];

test('whatever happens, it is as with a naive one', { timeout: 300_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(event, { minLength: 25, maxLength: 50, size: 'max' }),
    examples: [EVERY_ANSWER],
    runs: RUNS,
    open,
    apply: async ({ real, naive }, happens) => [
      await applyToReal(real, happens),
      applyToNaive(naive, happens),
    ],
    sweep: goOn,
    states,
    async finish() {
      expect(await verifyAll(service.ctx)).toEqual([]);
    },
  });
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'allocated',
      'unallocated',
      'waits',
      'receipt_not_open',
      'member_not_active',
      'failed member_not_active',
      'posted',
      'rejected',
      'approved',
      'already_decided',
      'payouts_disabled',
      'held',
      'sending',
      'succeeded',
      'failed',
      'cancelled',
      'not_cancellable',
    ]),
  );
});
