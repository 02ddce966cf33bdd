/**
 * Money that is sent to phones, by processes that die at each of their statements in turn, while they request, approve and pay out:
 * it is paid once, or has failed and what was held is back.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../core/scope.ts';
import { requestExit, withdraw } from '../../domain/members/index.ts';
import { loanApplications } from '../../domain/loans/index.ts';
import { approvals, entries, type EntryRow } from '../../domain/movements/index.ts';
import { payouts } from '../../domain/payments/index.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import {
  BOOKINGS,
  bookAs,
  floatOf,
  makeEntriesDue,
  moving,
  must,
  newPayee,
  newProduct,
  REFUSED,
  savingsAccount,
  savingsIn,
  savingsProduct,
  scopeNow,
  sendingSacco,
  SENT,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 300;
const SENDING = { to: 'mobile', provider: 'sandbox' } as const;

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;
let scope: Scope;
let product_id: string;
let with_fee: string;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await sendingSacco(service, { float_minor: 10_000_000 });
  scope = await scopeNow(service, sacco);
  with_fee = await savingsProduct(sacco, { withdrawal_fee_minor: FEE });
  product_id = await newProduct(sacco, { fee_bps: 1_000, savings_multiple_bps: null });
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const by = (ctx: Caller['ctx'], who: 'maker' | 'checker'): Caller => ({
  ctx,
  scope,
  actor: { type: 'user', id: sacco.people[who].id },
});

/** The same again in processes that live, whatever has been done of it. */
async function goOn(): Promise<void> {
  await makeEntriesDue(service);
  await entries.resumePending(service.ctx);
  const due = await service.ctx
    .db('payouts')
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) })
    .returning('id');
  for (const { id } of due) await payouts.process(service.ctx, id);
}

async function openAccount(member: string): Promise<void> {
  const id = await savingsAccount(sacco, member, with_fee);
  accounts.set(member, id);
  const body = moving(IN_ACCOUNT, { savings_account_id: id });
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, body));
}

interface Movement {
  /** @returns the id of the entry */
  request: (caller: Caller, member: string, idempotency_key: string) => Promise<string>;
  waits: boolean;
  /** What leaves the providers where it arrives. */
  sent_minor: number;
  phone_end: string;
  /** What the member has at first. */
  savings_minor: number;
  /** Each has a member of its own. */
  new_member_each_time: boolean;
  /** What leaves the account that the member has besides, with the fee: where it arrives. */
  taken_minor?: number;
}

/** The accounts that members have besides, of a product with a fee for withdrawals. */
const accounts = new Map<string, string>();
const IN_ACCOUNT = 900_000;
const FEE = 7;

const WITHDRAWAL: Movement = {
  request: async (caller, member, idempotency_key) =>
    (await withdraw(caller, member, { ...SENDING, amount_minor: 100n, idempotency_key })).entry.id,
  waits: false,
  sent_minor: 100,
  phone_end: SENT,
  savings_minor: 1_000_000,
  new_member_each_time: false,
};

const FROM_ACCOUNT: Movement = {
  ...WITHDRAWAL,
  request: async (caller, member, idempotency_key) => {
    const body = {
      ...SENDING,
      amount_minor: 100n,
      savings_account_id: accounts.get(member),
      idempotency_key,
    };
    return (await withdraw(caller, member, body)).entry.id;
  },
  taken_minor: 100 + FEE,
};

const EXIT: Movement = {
  request: async (caller, member, idempotency_key) =>
    (await requestExit(caller, member, { ...SENDING, memo: 'leaves', idempotency_key })).entry.id,
  waits: true,
  sent_minor: 70,
  phone_end: SENT,
  savings_minor: 70,
  new_member_each_time: true,
};

const LOAN: Movement = {
  async request(caller, member_id, idempotency_key) {
    const terms = { member_id, product_id, amount_minor: 1_000n, term: 3, purpose: null, guarantors: [] };
    const { provider } = SENDING;
    const request = { ...terms, disburse_to: 'mobile' as const, provider, idempotency_key };
    return (await loanApplications.submit(caller, request)).loan.loan.entry_id;
  },
  waits: true,
  sent_minor: 900,
  phone_end: SENT,
  savings_minor: 10,
  new_member_each_time: false,
};

const MOVEMENTS: Record<string, Movement> = {
  'withdrawal that arrives': WITHDRAWAL,
  'withdrawal that the provider refuses': { ...WITHDRAWAL, phone_end: REFUSED },
  'withdrawal with a fee that arrives': FROM_ACCOUNT,
  'withdrawal with a fee that the provider refuses': { ...FROM_ACCOUNT, phone_end: REFUSED },
  'exit that arrives': EXIT,
  'exit that the provider refuses': { ...EXIT, phone_end: REFUSED, new_member_each_time: false },
  'loan that arrives': LOAN,
  'loan that the provider refuses': { ...LOAN, phone_end: REFUSED },
};

const STEPS = ['request', 'approval', 'payout'] as const;
type Step = (typeof STEPS)[number];

/** @returns whether the process died in that step */
async function runOnce(
  { request, waits }: Movement,
  { member, key, fatal, pass }: { member: string; key: string; fatal: Step; pass: number },
): Promise<{ died: boolean; entry: EntryRow }> {
  let died = false;
  /** By a process that dies, if it is that step; then by one that lives. */
  const step = async (name: Step, act: (ctx: Caller['ctx']) => Promise<unknown>): Promise<void> => {
    if (name === fatal) {
      died = (await mortal.dieAt(pass, act)) === 'died';
      if (died && name === 'request') await act(service.ctx);
      if (died) await goOn();
    } else await act(service.ctx);
  };
  let id = '';
  await step('request', async (ctx) => {
    id = await request(by(ctx, 'maker'), member, key);
  });
  const read = (): Promise<EntryRow> => entries.get(service.ctx.db, scope, id);
  const { approval_id } = await read();
  if (waits) {
    await step('approval', (ctx) => approvals.approve(by(ctx, 'checker'), approval_id as string, null));
    if ((await read()).status === 'awaiting_approval')
      await approvals.approve(by(service.ctx, 'checker'), approval_id as string, null);
  }
  const { payout_id } = await read();
  await step('payout', (ctx) => payouts.process(ctx, payout_id as string));
  if ((await read()).status === 'paying') await goOn();
  return { died, entry: await read() };
}

test.each(
  Object.keys(MOVEMENTS).flatMap((name) =>
    STEPS.filter((step) => step !== 'approval' || MOVEMENTS[name]?.waits).flatMap((step) =>
      (step === 'request' ? (['each step apart'] as const) : BOOKINGS).map(
        (how) => [name, step, how] as const,
      ),
    ),
  ),
)('a %s, whose %s dies at each statement (%s)', { timeout: 240_000 }, async (name, fatal, how) => {
  const movement = MOVEMENTS[name] as Movement;
  const restore = bookAs(how, mortal.ctx.ledger);
  const join = async (): Promise<string> => {
    const id = await newPayee(sacco, movement.savings_minor, movement.phone_end);
    if (movement.taken_minor !== undefined) await openAccount(id);
    return id;
  };
  const before = await floatOf(sacco);
  const arrives = movement.phone_end === SENT;
  let member = await join();
  let deaths = 0;
  let runs = 0;
  try {
    for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
      if (movement.new_member_each_time && pass > 0) member = await join();
      const { died, entry } = await runOnce(movement, {
        member,
        key: `${name} ${fatal} ${how} ${pass}`,
        fatal,
        pass,
      });
      expect([pass, entry.status, entry.failure_code]).toEqual([
        pass,
        arrives ? 'posted' : 'failed',
        arrives ? null : 'payer_not_found',
      ]);
      runs += 1;
      if (!died) break;
      deaths += 1;
    }
  } finally {
    restore();
  }
  expect(deaths).toBeGreaterThan(5);
  expect(runs).toBeLessThan(MOST_STATEMENTS);
  const left = before.held - (arrives ? runs * movement.sent_minor : 0);
  expect(await floatOf(sacco)).toEqual({ held: left, available: left });
  if (movement.taken_minor === undefined) return;
  const taken = arrives ? runs * movement.taken_minor : 0;
  expect(await savingsIn(sacco, member, accounts.get(member) as string)).toBe(IN_ACCOUNT - taken);
});
