/** Projects that pay out by a provider, and have money there. */
import { randomBytes } from 'node:crypto';
import { payouts } from '../../domain/payments/index.ts';
import type { StandIn } from '../stand-ins/stand-in.ts';
import { must, paymentBody, type Project } from './people.ts';
import { projectWithProvider, type ProviderService } from './provider.ts';
import type { TestService } from './service.ts';
import { until } from './wait.ts';

/** What is different from one provider to another. */
export interface PayoutPlace {
  currency: string;
  /** Of the payer. */
  phone: string;
  /** Of each payment. */
  amount_minor: number;
}

/** A project whose owner has enabled payouts by the provider, without limits. */
export async function payoutProject(
  setup: ProviderService,
  credentials: Record<string, string> = {},
): Promise<Project> {
  const project = await projectWithProvider(setup, credentials);
  await setPayouts(setup, project, { enabled: true });
  return project;
}

export async function setPayouts(
  { provider }: ProviderService,
  { id, owner }: Project,
  terms: Record<string, unknown>,
): Promise<void> {
  must(
    await owner.client.put(`/api/projects/${id}/providers/${provider}/payouts`, {
      environment: 'test',
      enabled: true,
      max_minor: null,
      daily_max_minor: null,
      approval_above_minor: null,
      ...terms,
    }),
  );
}

/** Payouts by the sandbox, without limits. */
export async function setSandboxPayouts({ id, owner }: Project): Promise<void> {
  const terms = { max_minor: null, daily_max_minor: null, approval_above_minor: null };
  const path = `/api/projects/${id}/providers/sandbox/payouts`;
  must(await owner.client.put(path, { environment: 'test', enabled: true, ...terms }));
}

/**
 * A payment that is completed and booked: the merchant has it, at the provider. Payouts of earlier tests that are still under way
 * are left alone from now on: their provider has forgotten them, and each would be sent again.
 */
export async function fundAtProvider<Gateway extends StandIn>(
  { provider, service, gateway }: ProviderService<Gateway>,
  project: Project,
  { currency, phone, amount_minor }: PayoutPlace,
): Promise<void> {
  await service.ctx.db('payouts').whereNull('outcome').update({ next_attempt_at: null });
  const { body: payment } = must(
    await project.key.post(
      '/api/v1/payments',
      paymentBody({ provider, currency, amount: amount_minor / 100, customer_phone: phone }),
    ),
  );
  await gateway.settle(payment.id);
  await until('it is booked', async () => {
    const posting = await service.ctx.db('postings').where({ payment_id: payment.id }).first();
    return posting?.status === 'posted';
  });
  await until('every callback was dealt with', async () => {
    const waiting = await service.ctx.db('provider_callbacks').whereNull('handled_at').first();
    return waiting === undefined;
  });
}

/** What the merchant has, in minor units, without what is held. */
export async function availableMinor(project: Project, currency: string): Promise<number> {
  const path = `/api/v1/ledger/accounts?currency=${currency}&kind=merchant_available`;
  return must(await project.key.get(path)).body.accounts[0].available_minor;
}

/** A payout's body; the rest is up to the provider. */
export function payoutBody(
  provider: string,
  { currency, amount_minor }: Pick<PayoutPlace, 'currency' | 'amount_minor'>,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  const reference = `ref-${randomBytes(8).toString('hex')}`;
  return { provider, amount_minor, currency, reference, ...overrides };
}

/** Its time has come, and the last question, where the adapter notes one, was some time ago. */
export async function attemptPayout({ ctx }: TestService, id: string): Promise<void> {
  await ctx
    .db('payouts')
    .where({ id })
    .whereNull('outcome')
    .update({ next_attempt_at: new Date(0), provider_data: ctx.db.raw("provider_data - 'asked_at'") });
  await payouts.process(ctx, id);
}

export async function readPayout({ session }: Project, id: string): Promise<Record<string, unknown>> {
  return must(await session.get(`/api/v1/payouts/${id}`)).body;
}
