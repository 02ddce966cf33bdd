/** Pays a payment link: a checkout form creates one payment, however often it is sent. */
import { createHash } from 'node:crypto';
import { notFound, refusal } from '../../../core/errors.ts';
import { given } from '../../../core/given.ts';
import { CROCKFORD_ALPHABET } from '../../../core/ids.ts';
import type { Actor } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { createPayment } from '../creation/create-payment.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { countPrompt } from './limit-prompts.ts';
import type { OpenedLink } from './payment-link.ts';
import type { PaymentLinkRow } from './payment-link.model.ts';
import { callbackBaseUrl } from '../providers/callback-address.ts';
import { listProviders } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { lacksPublicUrl, takesAmount } from '../providers/terms.rules.ts';

interface CheckoutForm {
  /** Created with the form and sent with it: the same form is the same payment. */
  token: string;
  provider: string;
  /** In international form; left out where the provider needs none. */
  customer_phone?: string | undefined;
}

/** A way to pay. */
export interface CheckoutProvider {
  name: string;
  needs_phone: boolean;
}

/** In Crockford base32: 50 bits, short enough for a phone's keypad and for providers that allow 12 characters. */
const REFERENCE_CHARACTERS = 10;

/**
 * The providers among which a payer of the link can choose: those that would accept a payment of its amount. Those that need a
 * person come last.
 * @param server_url where the payer reaches this server, without a trailing slash
 */
export async function checkoutProviders(
  ctx: Context,
  { link, scope }: OpenedLink,
  server_url: string,
): Promise<CheckoutProvider[]> {
  const { environment } = link;
  return (await listProviders({ ctx, scope }, server_url))
    .filter((terms) => terms.configured && takesAmount(terms, link))
    .map((terms) => ({ terms, provider: findProvider(terms.name) }))
    .filter(
      ({ terms, provider }) =>
        !lacksPublicUrl(terms, {
          environment,
          callback_base_url: callbackBaseUrl(ctx, provider, environment, server_url),
        }),
    )
    .toSorted((a, b) => Number(b.terms.capabilities.status_api) - Number(a.terms.capabilities.status_api))
    .map(({ provider: { name, needs_phone } }) => ({ name, needs_phone }));
}

/**
 * @param server_url where the payer reaches this server, without a trailing slash
 * @returns the payment's id; the earlier payment's when this form was sent before
 * @throws AppError `idempotency_key_reused` when it was sent before with other details, `link_being_paid` while another payer
 * is at a one-time link, `invalid_state` when the link takes no more payments, RATE_LIMITED when the phone was prompted too often, and what createPayment throws
 */
export async function payLink(
  ctx: Context,
  { link, scope, paying_until, refused }: OpenedLink,
  { token, provider, customer_phone }: CheckoutForm,
  server_url: string,
): Promise<string> {
  const reference = referenceOf(link, token);
  // First of all: the same form may be sent again after it has completed the link.
  const earlier = await Payment.query(ctx.db)
    .inScope(scope)
    .where({ reference, payment_link_id: link.id })
    .first();
  if (earlier) {
    const same = earlier.provider === provider && earlier.customer_phone === (customer_phone ?? null);
    if (same || link.status !== 'active') return earlier.id;
    // There its payer can give it up, and start again.
    if (earlier.id === link.attempt_id && paying_until !== null) return earlier.id;
    throw refusal('idempotency_key_reused');
  }
  if (refused) throw refused;
  if (customer_phone !== undefined && findProvider(provider).needs_phone)
    await countPrompt(ctx.db, scope, customer_phone);
  const actor: Actor = { type: 'system', id: link.id };
  const { payment } = await createPayment(
    { ctx, scope, actor },
    {
      provider,
      amount_minor: link.amount_minor,
      currency: link.currency,
      reference,
      ...given({ customer_phone }),
      payment_link_id: link.id,
    },
    { key: `checkout:${link.id}:${token}`, server_url },
  );
  return payment.id;
}

/** @throws AppError NOT_FOUND also for payments that were not made through this link */
export async function findCheckoutPayment(
  db: Queryable,
  { link, scope }: OpenedLink,
  payment_id: string,
): Promise<PaymentRow> {
  const payment = await getPayment(db, scope, payment_id);
  if (payment.payment_link_id !== link.id) throw notFound('payment');
  return payment;
}

/** Follows from the form, so that a form sent twice is the same request. */
function referenceOf(link: PaymentLinkRow, token: string): string {
  const bytes = createHash('sha256').update(`${link.id} ${token}`).digest();
  return [...bytes.subarray(0, REFERENCE_CHARACTERS)]
    .map((byte) => CROCKFORD_ALPHABET.charAt(byte % CROCKFORD_ALPHABET.length))
    .join('');
}
