/**
 * Submits a stored payment to its provider: immediately, and again under the same id when the provider turns out never to have
 * received it. A payment that the provider still does not know long afterwards fails.
 */
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import type { PaymentRow } from '../payment.model.ts';
import { stepOfUnknownPayment } from '../payment.rules.ts';
import { ageOf_ms, getPayment } from '../payment.ts';
import { findProvider } from '../providers/index.ts';
import { saveOwnProviderData } from '../providers/provider-data.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import type { CreateSetup, ProviderSetup } from '../providers/provider.port.ts';
import { recordStatus } from '../status/record-status.ts';
import { returnUrl } from './public-urls.ts';

/**
 * @param server_url where providers and payers reach this server, without a trailing slash; left out for work that no request
 * began
 */
export function createSetupOf(
  ctx: Context,
  payment: PaymentRow,
  setup: ProviderSetup,
  server_url: string = serverUrlOf(ctx, payment),
): CreateSetup {
  const provider = findProvider(payment.provider);
  return {
    ...setup,
    callback_url: provider.readCallback ? callbackUrl(ctx, provider, payment, server_url) : server_url,
    return_url: returnUrl(server_url, payment),
  };
}

/**
 * @returns the payment as it now stands, and whether its status is to be fetched immediately
 * @throws ProviderUnavailable when the outcome is not known
 */
export async function submitPayment(
  base: ScopedContext,
  payment: PaymentRow,
  setup: CreateSetup,
  cause: PaymentCause,
): Promise<{ payment: PaymentRow; ask_now: boolean }> {
  const created = await findProvider(payment.provider).create(payment, setup);
  const saved = await saveOwnProviderData(base, payment, created.remember, cause);
  return {
    payment: await recordStatus(base, saved, created, cause),
    ask_now: created.check_after_ms === 0,
  };
}

/**
 * Submits a payment that its provider does not know again, or ends it.
 * @returns the payment as it now stands
 * @throws ProviderUnavailable
 */
export async function resolveUnknownPayment(
  base: ScopedContext,
  { id }: PaymentRow,
  setup: CreateSetup,
  cause: PaymentCause,
): Promise<PaymentRow> {
  const { ctx, scope } = base;
  // It may have been cancelled while the provider was asked.
  const payment = await getPayment(ctx.db, scope, id);
  const provider = findProvider(payment.provider);
  if (payment.status !== 'initiated' || !provider.create_repeatable) return payment;
  const step = stepOfUnknownPayment(ageOf_ms(payment), ctx.provider_deadline_ms);
  if (step === 'wait') return payment;
  if (step === 'expire') {
    const failure_message = `The payment never reached ${provider.title}. Start it again.`;
    return recordStatus(base, payment, { status: 'failed', failure_code: 'expired', failure_message }, cause);
  }
  ctx.log.info(
    { payment_id: id, provider: provider.name },
    'the payment never arrived and is submitted again',
  );
  return (await submitPayment(base, payment, setup, cause)).payment;
}

/** Where this server was reached when the payment was created. */
function serverUrlOf({ config }: Context, { provider_data }: PaymentRow): string {
  return config.public_url ?? provider_data['server_url'] ?? `http://${config.host}:${config.port}`;
}
