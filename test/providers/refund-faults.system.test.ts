/**
 * The faults of providers against every adapter that refunds: whatever happens on the way, the provider makes a refund
 * once, or not at all, and the ledger says the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMinor } from '../../core/money.ts';
import { refunds } from '../../domain/payments/index.ts';
import {
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import type { Faults, StandIn } from '../stand-ins/stand-in.ts';
import { TelebirrStandIn } from '../stand-ins/telebirr.ts';

const DEADLINE_MS = 1_500;
const ATTEMPTS = 4;

interface Subject<Gateway extends StandIn> {
  name: string;
  provider: string;
  makeStandIn: () => Gateway;
  credentials?: (gateway: Gateway) => Record<string, string>;
  faults?: Partial<Gateway['faults']>;
  currency: string;
  amount_minor: number;
  phone: string;
  metadata?: Record<string, unknown>;
  /** Decimal amounts of the refunds that were made. */
  made: (gateway: Gateway) => string[];
  /** The provider ends those that it has. */
  settle?: (gateway: Gateway) => void;
  /** What is asked for twice is made twice, so it is asked for once: a request that never arrived is left to a person. */
  asked_once: boolean;
  has_tokens: boolean;
}

interface Trouble {
  name: string;
  faults: Partial<Faults>;
  /** The request never had an effect, and nobody can know. */
  never_arrived?: true;
  of_tokens?: true;
}

const TROUBLES: Trouble[] = [
  { name: 'no fault', faults: {} },
  { name: 'answers are lost', faults: { other_answers: 'dropped' } },
  { name: 'answers come too late', faults: { other_answers: { late_ms: DEADLINE_MS + 500 } } },
  { name: 'it fails once without having acted', faults: { errors_500: 1 }, never_arrived: true },
  { name: 'it is turned away once', faults: { errors_429: 1 } },
  { name: 'the access token has expired', faults: { tokens_expired: true }, of_tokens: true },
];

function refundSuite<Gateway extends StandIn>(subject: Subject<Gateway>): void {
  describe(`${subject.name} is asked for a refund`, () => {
    let setup: ProviderService<Gateway>;
    let project: Project;

    beforeAll(async () => {
      const gateway = subject.makeStandIn();
      setup = await startWithProvider(subject.provider, gateway, {
        workers: ['ledger-postings', 'provider-polls'],
      });
      setup.service.ctx.provider_deadline_ms = DEADLINE_MS;
      project = await projectWithProvider(setup, subject.credentials?.(gateway));
    });
    afterAll(() => setup.stop());

    /** A payment that is completed and booked. */
    async function paid(): Promise<string> {
      const { gateway } = setup;
      const { db } = setup.service.ctx;
      gateway.reset(subject.faults);
      const { body: payment } = must(
        await project.key.post(
          '/api/v1/payments',
          paymentBody({
            provider: subject.provider,
            currency: subject.currency,
            amount: subject.amount_minor / 100,
            customer_phone: subject.phone,
            ...(subject.metadata ? { metadata: subject.metadata } : {}),
          }),
        ),
      );
      await gateway.settle(payment.id);
      await until('it is booked, under the id of the statement', async () => {
        const posting = await db('postings').where({ payment_id: payment.id }).first();
        const { provider_txn_id } = await db('payments').where({ id: payment.id }).first();
        return posting?.status === 'posted' && provider_txn_id !== null;
      });
      // A callback that waited for what was told later would ask once more.
      await db('provider_callbacks')
        .where({ payment_id: payment.id })
        .whereNull('handled_at')
        .update({ handled_at: new Date(), next_attempt_at: null });
      return payment.id;
    }

    async function attempt(id: string): Promise<void> {
      const { ctx } = setup.service;
      await ctx
        .db('refunds')
        .where({ id })
        .whereNull('outcome')
        .update({ next_attempt_at: new Date(0) });
      await refunds.process(ctx, id);
    }

    const row = (id: string) => setup.service.ctx.db('refunds').where({ id }).first();
    const available = async (): Promise<number> => {
      const path = `/api/v1/ledger/accounts?currency=${subject.currency}&kind=merchant_available`;
      return must(await project.key.get(path)).body.accounts[0].available_minor;
    };

    const troubles = TROUBLES.filter(({ of_tokens }) => !of_tokens || subject.has_tokens);
    test.each(troubles)('$name', async ({ faults, never_arrived = false }) => {
      const { gateway } = setup;
      const payment_id = await paid();
      const before = await available();
      const calls = gateway.received.length;
      Object.assign(gateway.faults, faults);
      const { id } = must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, {})).body;
      await until('it was asked for', () => gateway.received.length > calls);
      await attempt(id);
      gateway.faults.other_answers = 'sent';
      // Two at once, as when a job runs again that was thought lost.
      await Promise.all([attempt(id), attempt(id)]);
      subject.settle?.(gateway);
      for (let i = 0; i < ATTEMPTS; i++) await attempt(id);

      const is_open = never_arrived && subject.asked_once;
      const status = is_open ? 'processing' : 'succeeded';
      await until(`it is ${status}`, async () => {
        await attempt(id);
        return (await row(id)).status === status;
      });
      expect(subject.made(gateway).map(Number)).toEqual(is_open ? [] : [subject.amount_minor / 100]);
      expect(gateway.complaints).toEqual([]);
      // On hold, or gone: once.
      expect(before - (await available())).toBe(subject.amount_minor);
      const { body } = must(await project.key.get(`/api/v1/payments/${payment_id}`));
      expect(body).toMatchObject({
        status: 'completed',
        refunded_minor: is_open ? 0 : subject.amount_minor,
      });
    });
  });
}

refundSuite({
  name: 'Chapa',
  provider: 'chapa',
  makeStandIn: () => new ChapaStandIn(),
  currency: 'ETB',
  amount_minor: 12_345,
  phone: '+251911234567',
  made: ({ refunds }) => refunds.map(({ amount }) => amount),
  settle({ refunds, transactions }) {
    for (const refund of refunds) refund.status = 'success';
    for (const transaction of refunds.length > 0 ? transactions.values() : [])
      transaction.status = 'refunded';
  },
  asked_once: true,
  has_tokens: false,
});

refundSuite({
  name: 'telebirr',
  provider: 'telebirr',
  makeStandIn: () => new TelebirrStandIn(),
  currency: 'ETB',
  amount_minor: 12_345,
  phone: '+251911234567',
  made: ({ orders }) =>
    [...orders.values()].flatMap(({ refunds }) => [...refunds.values()].map(({ amount }) => amount)),
  asked_once: false,
  has_tokens: true,
});

refundSuite({
  name: 'SantimPay, by payout',
  provider: 'santimpay',
  makeStandIn: () => new SantimPayStandIn(),
  credentials: ({ callback_public_key }) => ({ callback_public_key, refund_via_payout: 'true' }),
  currency: 'ETB',
  amount_minor: 12_345,
  phone: '+251911234567',
  metadata: { payment_method: 'Telebirr' },
  made: ({ payouts }) => [...payouts.values()].map(({ asked }) => asked),
  asked_once: false,
  has_tokens: false,
});

refundSuite({
  name: 'MTN MoMo',
  provider: 'mtn_momo',
  makeStandIn: () => new MtnMomoStandIn(),
  credentials: ({ disbursement }) => disbursement,
  currency: 'UGX',
  amount_minor: 150_000,
  phone: '+256772123456',
  made: ({ refunds }) => [...refunds.values()].map(({ amount }) => amount),
  asked_once: false,
  has_tokens: true,
});

for (const country of ['KE', 'ET'] as const)
  refundSuite({
    name: `M-PESA (${country})`,
    provider: 'mpesa',
    makeStandIn: () => new DarajaStandIn(country),
    credentials: ({ initiator }) => initiator,
    faults: { tells_at_once: true },
    currency: country === 'KE' ? 'KES' : 'ETB',
    amount_minor: 15_000,
    phone: country === 'KE' ? '+254708374149' : '+251711234567',
    made: ({ reversals }) => reversals.map(({ amount }) => formatMinor(BigInt(amount) * 100n)),
    asked_once: true,
    has_tokens: true,
  });
