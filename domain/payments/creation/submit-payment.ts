/**
 * Submits a stored payment to its provider: at once, and again under the same id where it turns out that it never arrived.
 * One that the provider still does not know long afterwards is over.
 */
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { ageOf_ms } from '../payment-age.ts';
import type { PaymentRow } from '../payment.model.ts';
import { stepOfUnknownPayment } from '../payment.rules.ts';
import { getPayment } from '../payment.ts';
import { rememberOfPayment } from '../providers/provider-data.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import type { CreateSetup, Provider, ProviderSetup } from '../providers/provider.port.ts';
import { returnUrl } from './public-urls.ts';
import { recordStatus } from '../status/record-status.ts';

/**
 * @param server_url where providers and payers reach this server, without a trailing slash; left out for work that no request
 * began
 */
export function createSetupOf(
  ctx: Context,
  provider: Provider,
  payment: PaymentRow,
  setup: ProviderSetup,
  server_url: string = serverUrlOf(ctx, payment),
): CreateSetup {
  return {
    ...setup,
    callback_url: provider.readCallback ? callbackUrl(ctx, provider, payment, server_url) : server_url,
    return_url: returnUrl(server_url, payment),
  };
}

/**
 * @returns the payment as it then stands, and whether the provider wants to be asked at once
 * @throws ProviderUnavailable when the outcome is not known
 */
export async function submitPayment(
  ctx: Context,
  scope: Scope,
  provider: Provider,
  payment: PaymentRow,
  setup: CreateSetup,
  cause: PaymentCause,
): Promise<{ payment: PaymentRow; ask_now: boolean }> {
  const created = await provider.create(payment, setup);
  const remembered = await rememberOfPayment(ctx.db, payment, created.remember);
  return {
    payment: await recordStatus(ctx, scope, remembered, created, cause),
    ask_now: created.check_after_ms === 0,
  };
}

/**
 * What becomes of a payment that its provider does not know.
 * @returns the payment as it then stands
 * @throws ProviderUnavailable
 */
export async function settleUnknownPayment(
  ctx: Context,
  scope: Scope,
  provider: Provider,
  { id }: PaymentRow,
  setup: CreateSetup,
  cause: PaymentCause,
): Promise<PaymentRow> {
  // It may have been cancelled while the provider was asked.
  const payment = await getPayment(ctx.db, scope, id);
  if (payment.status !== 'initiated' || !provider.create_repeatable) return payment;
  const step = stepOfUnknownPayment(ageOf_ms(payment), ctx.provider_deadline_ms);
  if (step === 'wait') return payment;
  if (step === 'expire')
    return recordStatus(
      ctx,
      scope,
      payment,
      {
        status: 'failed',
        failure_code: 'expired',
        failure_message: `The payment never reached ${provider.title}. Start it again.`,
      },
      cause,
    );
  ctx.log.info(
    { payment_id: id, provider: provider.name },
    'the payment never arrived and is submitted again',
  );
  return (await submitPayment(ctx, scope, provider, payment, setup, cause)).payment;
}

/** Where this server was reached when the payment was made. */
function serverUrlOf({ config }: Context, { provider_data }: PaymentRow): string {
  return config.public_url ?? provider_data['server_url'] ?? `http://${config.host}:${config.port}`;
}
