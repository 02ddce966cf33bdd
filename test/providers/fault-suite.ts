/**
 * Every fault of a provider (no answer, 5xx, a duplicate callback, …) against any adapter: whatever happens on the way, a payment ends booked exactly once with
 * its own amount, or visibly not paid, and its provider was never made to collect it twice. An adapter is given as data; its
 * own faults come as further cases.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentPolls } from '../../domain/payments/index.ts';
import {
  changeContext,
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import type { Ending, Faults, StandIn } from '../stand-ins/stand-in.ts';
import {
  commonCases,
  DEADLINE_MS,
  type FaultCase,
  type ProviderUnderTest,
  type Step,
} from './fault-cases.ts';

type GatewayFaults<Gateway extends StandIn> = Omit<Gateway['faults'], keyof Faults>;

export interface FaultSuite<Gateway extends StandIn> {
  subject: ProviderUnderTest<Gateway>;
  setup: ProviderService<Gateway>;
  project: Project;
  /** The provider begins anew; nothing of earlier tests comes to it, and takes a fault that happens once. */
  reset(faults?: Partial<Faults>): Promise<void>;
  pay(): Promise<{ id: string; status: string; next_action: unknown }>;
  take(step: Step, payment_id: string): Promise<void>;
  statusOf(payment_id: string): Promise<string>;
}

/** @returns what is there once the tests run, for tests besides the cases */
export function faultSuite<Gateway extends StandIn>(
  subject: ProviderUnderTest<Gateway>,
  more_cases: FaultCase<GatewayFaults<Gateway>>[] = [],
): FaultSuite<Gateway> {
  const suite: FaultSuite<Gateway> = {
    subject,
    setup: undefined as never,
    project: undefined as never,
    async reset(faults) {
      await forgetEarlier(suite);
      suite.setup.gateway.reset(faults);
    },
    async pay() {
      return must(
        await suite.project.key.post(
          '/api/v1/payments',
          paymentBody({
            provider: subject.name,
            amount: subject.amount_minor / 100,
            currency: subject.currency,
            customer_phone: subject.phone,
            ...(subject.metadata ? { metadata: subject.metadata } : {}),
          }),
        ),
      ).body;
    },
    take: (step, payment_id) => take(suite, step, payment_id),
    async statusOf(payment_id) {
      return must(await suite.project.key.get(`/api/v1/payments/${payment_id}`)).body.status;
    },
  };

  beforeAll(async () => {
    const gateway = subject.makeStandIn();
    suite.setup = await startWithProvider(subject.name, gateway, {
      workers: ['ledger-postings', 'provider-polls'],
      env: subject.env ?? {},
    });
    suite.project = await projectWithProvider(suite.setup, subject.credentials?.(gateway));
  });
  afterAll(() => suite.setup.stop());

  test.each([...commonCases(subject), ...more_cases])('$name', async (each) => {
    const { faults, created, steps, ends, mismatch, callbacks } = each;
    const { gateway } = suite.setup;
    if (faults.delay_ms !== undefined) shortenDeadline(suite);
    await suite.reset(faults);
    const before = await balances(suite, subject.currency);
    const payment = await suite.pay();
    // A callback that comes before the answer may already have completed it.
    expect(faults.callback === 'before_answer' ? [created, 'completed'] : [created]).toContain(
      payment.status,
    );
    for (const step of steps) await suite.take(step, payment.id);

    await until(`it is ${ends}`, async () => (await suite.statusOf(payment.id)) === ends);
    await callbacksHandled(suite);
    expect(await suite.statusOf(payment.id)).toBe(ends);
    expect(gateway.complaints).toEqual([]);
    expect(gateway.charges(payment.id)).toBeLessThanOrEqual(1);
    if (callbacks) expect(gateway.callback_answers).toEqual(callbacks);
    await expectBooked(suite, subject, payment.id, ends === 'completed', before);
    const mismatches = async () =>
      (await timeline(suite, payment.id)).filter(({ type }) => type === 'payment.mismatch');
    if (mismatch) await until('a person sees it', async () => (await mismatches()).length > 0);
    const recorded = await mismatches();
    expect(recorded.map(({ details }) => details)).toMatchObject(mismatch ? [mismatch] : []);
  });

  test('callbacks, polls and people at once complete a payment once', async () => {
    await suite.reset({ callback: 'twice' });
    const before = await balances(suite, subject.currency);
    const { id } = await suite.pay();
    const sync = () => suite.project.key.post(`/api/v1/payments/${id}/sync`);
    await Promise.all([
      suite.take('pays', id),
      suite.take('poll', id),
      suite.take('callback', id),
      sync(),
      sync(),
      suite.take('poll', id),
    ]);
    await suite.take('poll', id);
    await callbacksHandled(suite);
    await expectBooked(suite, subject, id, true, before);
    const completions = (await timeline(suite, id)).filter(({ type }) => type === 'payment.completed');
    expect(completions).toHaveLength(1);
  });

  return suite;
}

async function take<Gateway extends StandIn>(
  suite: FaultSuite<Gateway>,
  step: Step,
  payment_id: string,
): Promise<void> {
  const { gateway } = suite.setup;
  switch (step) {
    case 'pays':
      return gateway.settle(payment_id);
    case 'fails at the provider':
      await gateway.settle(payment_id, 'failed' satisfies Ending);
      await until('it failed', async () => (await suite.statusOf(payment_id)) === 'failed');
      return;
    case 'callback':
      await gateway.callBack(payment_id);
      return;
    case 'poll':
      return poll(suite, payment_id);
    case 'polls until submitted again':
      shortenDeadline(suite);
      await until('the provider has it', async () => {
        await poll(suite, payment_id);
        return gateway.charges(payment_id) === 1;
      });
      return;
    case 'merchant cancels':
      must(await suite.project.key.post(`/api/v1/payments/${payment_id}/cancel`));
      return;
    case 'outage':
      gateway.faults.errors_500 = 1;
      return;
    case 'answers are lost':
      gateway.faults.other_answers = 'dropped';
      return;
    case 'answers come too late':
      shortenDeadline(suite);
      gateway.faults.other_answers = { late_ms: DEADLINE_MS + 500 };
      return;
    case 'answers come again':
      gateway.faults.other_answers = 'sent';
      return;
    case 'tokens expire':
      gateway.faults.tokens_expired = true;
      return;
    case 'status is put right':
      await callbacksHandled(suite);
      gateway.faults.status_amount = null;
      return;
  }
}

/** Until the end of the test. Others have the usual one: no busy machine is too slow for it. */
function shortenDeadline<Gateway extends StandIn>({ setup }: FaultSuite<Gateway>): void {
  changeContext(setup.service.ctx, { provider_deadline_ms: DEADLINE_MS });
}

/** Its time has come, as far as it is polled at all. */
async function poll<Gateway extends StandIn>(suite: FaultSuite<Gateway>, payment_id: string): Promise<void> {
  const { ctx } = suite.setup.service;
  await ctx
    .db('payments')
    .where({ id: payment_id })
    .whereNotNull('next_poll_at')
    .update({ next_poll_at: new Date(0) });
  await paymentPolls.poll(ctx, payment_id);
}

async function timeline<Gateway extends StandIn>(
  { project }: FaultSuite<Gateway>,
  payment_id: string,
): Promise<{ type: string; details: object }[]> {
  return must(await project.key.get(`/api/v1/payments/${payment_id}/events`)).body.events.toReversed();
}

async function callbacksHandled<Gateway extends StandIn>({
  setup,
  subject,
}: FaultSuite<Gateway>): Promise<void> {
  await until('every callback was dealt with', async () => {
    const waiting = await setup.service.ctx
      .db('provider_callbacks')
      .whereNull('handled_at')
      .modify((query) => {
        // One that waits for what is told later has been looked at.
        if (subject.asks_after_callback) void query.where({ attempts: 0 });
      })
      .first();
    return waiting === undefined;
  });
}

/** Callbacks and payments of earlier tests, about which the provider would be asked later. */
async function forgetEarlier<Gateway extends StandIn>({ setup }: FaultSuite<Gateway>): Promise<void> {
  const { db } = setup.service.ctx;
  await db('provider_callbacks')
    .whereNull('handled_at')
    .update({ handled_at: new Date(), next_attempt_at: null });
  await db('payments').whereNotNull('next_poll_at').update({ next_poll_at: null });
}

async function balances<Gateway extends StandIn>(
  { project }: FaultSuite<Gateway>,
  currency: string,
): Promise<Record<string, number>> {
  const { body } = must(await project.key.get(`/api/v1/ledger/accounts?currency=${currency}`));
  return Object.fromEntries(
    body.accounts.map((each: { kind: string; balance_minor: number }) => [each.kind, each.balance_minor]),
  );
}

/** Booked once with the payment's own amount, or not at all. */
async function expectBooked<Gateway extends StandIn>(
  suite: FaultSuite<Gateway>,
  { currency, amount_minor }: ProviderUnderTest<Gateway>,
  payment_id: string,
  booked: boolean,
  before: Record<string, number>,
): Promise<void> {
  const { ctx } = suite.setup.service;
  const postings = (): Promise<{ status: string }[]> => ctx.db('postings').where({ payment_id });
  if (booked) await until('it is booked', async () => (await postings())[0]?.status === 'posted');
  expect(await postings()).toHaveLength(booked ? 1 : 0);
  const transfers = await ctx.db('ledger_transfers').where({ reference: payment_id });
  expect(transfers.map(({ amount }) => Number(amount))).toEqual(booked ? [amount_minor] : []);
  const after = await balances(suite, currency);
  for (const kind of ['provider_clearing', 'merchant_available'])
    expect((after[kind] ?? 0) - (before[kind] ?? 0)).toBe(booked ? amount_minor : 0);
}
