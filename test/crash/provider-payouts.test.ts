/**
 * Payouts by a process that dies at each of its statements in turn, with every provider: each is paid once at the provider, or it was
 * claimed and never sent, which a person finds out.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payouts, postings } from '../../domain/payments/index.ts';
import {
  attemptPayout,
  must,
  paymentBody,
  payoutBody,
  payoutProject,
  readPayout,
  startWithProvider,
  verifyAll,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import type { StandIn } from '../stand-ins/stand-in.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 200;
/** More than any of them needs to end. */
const ATTEMPTS = 8;

interface Subject<Gateway extends StandIn> {
  provider: string;
  makeStandIn: () => Gateway;
  credentials?: (gateway: Gateway) => Record<string, string>;
  currency: string;
  to: Record<string, string>;
  /** Ours of the payouts that were made. */
  made: (gateway: Gateway) => string[];
  /** Tells what is due to be told. */
  tell?: (gateway: Gateway) => Promise<unknown>;
  /** A request that was claimed is never sent again. */
  sent_once: boolean;
}

function deathSuite<Gateway extends StandIn>(subject: Subject<Gateway>): void {
  const { provider, currency } = subject;

  describe(`a process that pays out by ${provider} dies`, () => {
    let setup: ProviderService<Gateway>;
    let project: Project;
    let mortal: MortalProcess;

    beforeAll(async () => {
      setup = await startWithProvider(provider, subject.makeStandIn());
      const { gateway, service } = setup;
      mortal = await MortalProcess.open(service);
      project = await payoutProject(setup, subject.credentials?.(gateway));
      // Whoever collected it: the providers' clearing is one.
      must(await project.key.post('/api/v1/payments', paymentBody({ amount: 100_000, currency })));
      await postings.postPending(service.ctx);
    });
    afterAll(async () => {
      await mortal.close();
      expect(await verifyAll(setup.service.ctx)).toEqual([]);
      await setup.stop();
    });

    /** By one that lives, as long after the death as no request can be on its way any more. */
    async function goOn(id: string): Promise<Record<string, unknown>> {
      const { service, gateway } = setup;
      for (let i = 0; i < ATTEMPTS; i++) {
        await service.ctx
          .db('payouts')
          .where({ id })
          .whereNotNull('sent_at')
          .update({ sent_at: new Date(0) });
        await attemptPayout(service, id);
        await subject.tell?.(gateway);
        if ((await readPayout(project, id))['status'] === 'succeeded') break;
      }
      return readPayout(project, id);
    }

    test('each payout is made once', { timeout: 240_000 }, async () => {
      const { gateway } = setup;
      let deaths = 0;
      let claimed = 0;
      for (let pass = 0; pass < MOST_STATEMENTS; pass++) {
        const place = { currency, amount_minor: 10_000 };
        const body = payoutBody(provider, place, { to: subject.to });
        const { id } = must(await project.session.post('/api/v1/payouts', body)).body;
        const died = (await mortal.dieAt(pass, (ctx) => payouts.process(ctx, id))) === 'died';
        const { status } = await goOn(id);
        const made = subject.made(gateway).filter((each) => each === id).length;
        if (subject.sent_once && status !== 'succeeded') {
          expect([pass, status, made]).toEqual([pass, 'unknown', 0]);
          claimed++;
        } else expect([pass, status, made]).toEqual([pass, 'succeeded', 1]);
        if (!died) break;
        deaths++;
      }
      // It died often, and in the end it did not.
      expect(deaths).toBeGreaterThan(10);
      expect(deaths).toBeLessThan(MOST_STATEMENTS);
      // Between the claim and the request there is no other statement.
      expect(claimed).toBeLessThanOrEqual(1);
      expect(gateway.complaints).toEqual([]);
    });
  });
}

deathSuite({
  provider: 'mpesa',
  makeStandIn: () => new DarajaStandIn(),
  credentials: ({ initiator }) => initiator,
  currency: 'KES',
  to: { phone: '+254708374149' },
  made: (gateway) => gateway.payouts.map(({ id }) => id),
  tell: (gateway) => gateway.tellResults(),
  sent_once: true,
});

deathSuite({
  provider: 'mtn_momo',
  makeStandIn: () => new MtnMomoStandIn(),
  credentials: ({ disbursement }) => disbursement,
  currency: 'UGX',
  to: { phone: '+256772123456' },
  made: ({ transfers }) => [...transfers.values()].map(({ externalId }) => externalId),
  sent_once: false,
});

deathSuite({
  provider: 'chapa',
  makeStandIn: () => new ChapaStandIn(),
  currency: 'ETB',
  to: { bank_code: '656', account_number: '1000123456789', account_name: 'Asha Ali' },
  made: ({ transfers }) => [...transfers.keys()],
  sent_once: false,
});

deathSuite({
  provider: 'santimpay',
  makeStandIn: () => new SantimPayStandIn(),
  credentials: ({ callback_public_key }) => ({ callback_public_key }),
  currency: 'ETB',
  to: { phone: '+251911234567', bank_code: 'Telebirr' },
  made: (gateway) => [...gateway.payouts.keys()],
  sent_once: false,
});
