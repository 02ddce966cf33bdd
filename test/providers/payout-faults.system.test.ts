/**
 * The faults of providers against every adapter that pays out: whatever happens on the way, the provider makes a payout once, or
 * not at all, and the ledger says the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  attemptPayout,
  availableMinor,
  fundAtProvider,
  must,
  payoutBody,
  payoutProject,
  readPayout,
  startWithProvider,
  until,
  verifyAll,
  type PayoutPlace,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import type { Faults, StandIn } from '../stand-ins/stand-in.ts';

const DEADLINE_MS = 1_500;
const ATTEMPTS = 4;

interface Subject<Gateway extends StandIn> extends PayoutPlace {
  name: string;
  provider: string;
  makeStandIn: () => Gateway;
  credentials?: (gateway: Gateway) => Record<string, string>;
  faults?: Partial<Gateway['faults']>;
  to: Record<string, string>;
  /** Ours of the payouts that were made. */
  made: (gateway: Gateway) => string[];
  /** What is sent twice may be paid twice, so it is sent once: a request that never arrived is left to a person. */
  sent_once: boolean;
  has_tokens: boolean;
  /** Not reported by all. */
  fee_minor: number | null;
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

function payoutSuite<Gateway extends StandIn>(subject: Subject<Gateway>): void {
  const { amount_minor, currency, provider } = subject;

  describe(`${subject.name} pays out`, () => {
    let setup: ProviderService<Gateway>;
    let project: Project;

    beforeAll(async () => {
      const gateway = subject.makeStandIn();
      setup = await startWithProvider(provider, gateway, { workers: ['ledger-postings', 'provider-polls'] });
      setup.service.ctx.provider_deadline_ms = DEADLINE_MS;
      project = await payoutProject(setup, subject.credentials?.(gateway));
    });
    afterAll(() => setup.stop());

    const attempt = (id: string): Promise<void> => attemptPayout(setup.service, id);

    const row = (id: string) => setup.service.ctx.db('payouts').where({ id }).first();

    const troubles = TROUBLES.filter(({ of_tokens }) => !of_tokens || subject.has_tokens);
    test.each(troubles)('$name', async ({ faults, never_arrived = false }) => {
      const { gateway } = setup;
      gateway.reset(subject.faults);
      await fundAtProvider(setup, project, subject);
      const before = await availableMinor(project, currency);
      const calls = gateway.received.length;
      Object.assign(gateway.faults, faults);
      const body = payoutBody(provider, subject, { to: subject.to });
      const { id } = must(await project.session.post('/api/v1/payouts', body)).body;
      await until('it was sent', () => gateway.received.length > calls);
      await attempt(id);
      gateway.faults.other_answers = 'sent';
      // Two at once, as when a job runs again that was thought lost.
      await Promise.all([attempt(id), attempt(id)]);
      for (let i = 0; i < ATTEMPTS; i++) await attempt(id);

      const is_open = never_arrived && subject.sent_once;
      if (!is_open)
        await until('it succeeded', async () => {
          await attempt(id);
          return (await row(id)).status === 'succeeded';
        });
      const payout = await row(id);
      expect(['sending', 'unknown']).toContain(is_open ? payout.status : 'sending');
      expect(subject.made(gateway)).toEqual(is_open ? [] : [id]);
      expect(gateway.complaints).toEqual([]);
      // On hold, or gone: once.
      expect(before - (await availableMinor(project, currency))).toBe(amount_minor);
      if (!is_open) {
        expect(await readPayout(project, id)).toMatchObject({
          status: 'succeeded',
          fee_minor: subject.fee_minor,
          failure_code: null,
          provider_txn_id: expect.any(String),
        });
      }
      expect(await verifyAll(setup.service.ctx)).toEqual([]);
    });
  });
}

payoutSuite({
  name: 'Chapa',
  provider: 'chapa',
  makeStandIn: () => new ChapaStandIn(),
  currency: 'ETB',
  amount_minor: 12_345,
  phone: '+251911234567',
  to: { bank_code: '656', account_number: '1000123456789', account_name: 'Asha Ali' },
  made: ({ transfers }) => [...transfers.keys()],
  sent_once: false,
  has_tokens: false,
  fee_minor: 350,
});

payoutSuite({
  name: 'SantimPay',
  provider: 'santimpay',
  makeStandIn: () => new SantimPayStandIn(),
  credentials: ({ callback_public_key }) => ({ callback_public_key }),
  currency: 'ETB',
  amount_minor: 10_000,
  phone: '+251911234567',
  to: { phone: '+251911234567', bank_code: 'Telebirr' },
  made: (gateway) => [...gateway.payouts.keys()],
  sent_once: false,
  has_tokens: false,
  fee_minor: 265,
});

payoutSuite({
  name: 'MTN MoMo',
  provider: 'mtn_momo',
  makeStandIn: () => new MtnMomoStandIn(),
  credentials: ({ disbursement }) => disbursement,
  currency: 'UGX',
  amount_minor: 150_000,
  phone: '+256772123456',
  to: { phone: '+256772123456' },
  made: ({ transfers }) => [...transfers.values()].map(({ externalId }) => externalId),
  sent_once: false,
  has_tokens: true,
  fee_minor: null,
});

for (const country of ['KE', 'ET'] as const)
  payoutSuite({
    name: `M-PESA (${country})`,
    provider: 'mpesa',
    makeStandIn: () => new DarajaStandIn(country),
    credentials: ({ initiator }) => initiator,
    faults: { tells_at_once: true },
    currency: country === 'KE' ? 'KES' : 'ETB',
    amount_minor: 15_000,
    phone: country === 'KE' ? '+254708374149' : '+251711234567',
    to: { phone: country === 'KE' ? '+254708374149' : '+251711234567' },
    made: (gateway) => gateway.payouts.map(({ id }) => id),
    sent_once: true,
    has_tokens: true,
    fee_minor: 2_240,
  });
