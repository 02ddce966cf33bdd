/** Creates a payment: it is stored first and then submitted to its provider, so that a lost answer can be asked for later. */
import { systemTimeIn } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { invalidField, refusal, unavailable } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import { normalisePhone } from '../../../core/phone.ts';
import type { Scope } from '../../../core/scope.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import { findKey, refuseReservedKey } from '../../platform/idempotency.ts';
import type { IdempotencyRow } from '../../platform/idempotency.sql.ts';
import type { Caller, ScopedContext } from '../../platform/unit.ts';
import type { PaymentDestinationKind, PaymentDestinations } from '../destination.port.ts';
import { isFinal, nextPollDelay_s, type Split } from '../payment.rules.ts';
import type { PaymentRow } from '../payment.model.ts';
import { ageOf_ms, getPayment } from '../payment.ts';
import { schedulePoll } from '../status/poll-payments.ts';
import { callbackBaseUrl, callbackToken, newCallbackId } from '../providers/callback-address.ts';
import { findProvider } from '../providers/index.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import {
  ProviderUnavailable,
  type ProposedPayment,
  type Provider,
  type ProviderSetup,
} from '../providers/provider.port.ts';
import { requireCurrency, requirePublicUrl, requireTerms, termsOf } from '../providers/terms.rules.ts';
import { recordStatus, type StatusEvidence } from '../status/record-status.ts';
import { syncPayment } from '../status/sync-payment.ts';
import { storePayment, type NewPayment } from './store-payment.ts';
import { createSetupOf, submitPayment } from './submit-payment.ts';

export interface PaymentRequest {
  provider: string;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
  customer_phone?: string;
  metadata?: Record<string, unknown>;
  split?: Split;
  /** The link through whose checkout it is made. */
  payment_link_id?: string;
}

export interface CreatedPayment {
  /** As it now stands. */
  payment: PaymentRow;
  /** The same request came before. */
  replayed: boolean;
}

/** Longest time of a live request, besides the provider's. */
const ANSWER_FOLLOWS_WITHIN_MS = 2_000;

interface CreateOptions {
  /** Idempotency-Key of the request, if it has one. */
  key: string | null;
  /** Where providers and payers reach this server, without a trailing slash. */
  server_url: string;
}

/**
 * @throws AppError provider_unknown, provider_not_configured, reference_taken, idempotency_key_reused, link_being_paid, and what
 * the provider's terms refuse: currency_mismatch, amount_not_supported, phone_not_supported, public_url_required;
 * SERVICE_UNAVAILABLE while the provider's circuit is open
 */
export async function createPayment(
  caller: Caller,
  request: PaymentRequest,
  { key, server_url }: CreateOptions,
): Promise<CreatedPayment> {
  const { ctx, scope, actor } = caller;
  const idempotency = key === null ? null : { key, request: ['POST /payments', request] };
  const existing = async ({ subject_id }: IdempotencyRow): Promise<CreatedPayment> => ({
    payment: await getPayment(ctx.db, scope, subject_id),
    replayed: true,
  });
  if (idempotency) {
    refuseReservedKey(idempotency.key, 'idempotency-key');
    const earlier = await findKey(ctx.db, scope, idempotency);
    if (earlier) return existing(earlier);
  }
  const { row, setup } = await prepare(caller, request, server_url);
  const stored = await storePayment(ctx, { scope, actor, row, idempotency, subject_id: row.id });
  if ('existing' in stored) return existing(stored.existing);
  return { payment: await submitToProvider(caller, stored.created, setup, server_url), replayed: false };
}

/** Whether the request that created the payment has ended: it has answered or died. */
export function isCreationOver(ctx: Context, payment: PaymentRow): boolean {
  return (
    payment.status !== 'initiated' && ageOf_ms(payment) > ctx.provider_deadline_ms + ANSWER_FOLLOWS_WITHIN_MS
  );
}

/** @returns the row to store, and what a call to its provider needs */
async function prepare(
  caller: Caller,
  request: PaymentRequest,
  server_url: string,
): Promise<{ row: NewPayment['row']; setup: ProviderSetup }> {
  const { ctx, scope } = caller;
  const { environment } = scope;
  const provider = usableProvider(scope, request);
  const setup = await loadProviderSetup(caller, provider);
  const proposed = proposedBy(request);
  const terms = termsOf(provider, setup.credentials);
  requireTerms(provider, terms, proposed);
  const callback_base_url = callbackBaseUrl(ctx, provider, environment, server_url);
  requirePublicUrl(provider, terms, { environment, callback_base_url });
  provider.validate?.(proposed, setup.credentials);
  // Nothing was sent, and nothing is stored: the request can be repeated, or another provider chosen.
  if (!setup.circuit.is_admitting) throw unavailable('payment provider');
  const credit_to = destinationOf(ctx.destinations, request);
  if (credit_to) await ctx.destinations[credit_to].validate(ctx.db, scope, proposed);
  const is_pollable = terms.capabilities.status_api;
  return { row: rowOf(caller, request, { proposed, credit_to, server_url, is_pollable }), setup };
}

function usableProvider(scope: Scope, request: PaymentRequest): Provider {
  const provider = findProvider(request.provider);
  if (!provider.environments.includes(scope.environment)) {
    throw refusal(
      'provider_not_configured',
      `${provider.name} does not exist in the ${scope.environment} environment.`,
    );
  }
  requireCurrency(provider, provider.currencies, request.currency);
  if (provider.needs_phone && !request.customer_phone) {
    throw invalidField('customer_phone', `${provider.name} needs the payer's phone.`);
  }
  return provider;
}

function proposedBy(request: PaymentRequest): ProposedPayment {
  const { amount_minor, currency, reference, metadata = {} } = request;
  return { amount_minor, currency, reference, customer_phone: phoneOf(request), metadata };
}

interface Prepared {
  proposed: ProposedPayment;
  credit_to: PaymentDestinationKind | null;
  server_url: string;
  is_pollable: boolean;
}

function rowOf(
  { ctx: { config, secrets }, scope }: ScopedContext,
  { provider: name, split, payment_link_id }: PaymentRequest,
  { proposed, credit_to, server_url, is_pollable }: Prepared,
): NewPayment['row'] {
  const provider = findProvider(name);
  const now = scope.clock.now();
  const delay_s = nextPollDelay_s(0, 0, provider.expiry_s) as number;
  const id = newCallbackId('payment', provider);
  return {
    id,
    ...scopeColumns(scope),
    provider: name,
    ...proposed,
    status: 'initiated',
    split: split ?? null,
    payment_link_id: payment_link_id ?? null,
    credit_to,
    callback_token_hash: provider.readCallback ? hashToken(callbackToken(secrets, id)) : null,
    // Later calls name the same address, also those that no request begins.
    provider_data: provider.readCallback && config.public_url === null ? { server_url } : {},
    created_at: now,
    updated_at: now,
    // If this process dies before the provider has answered, the poller takes over.
    next_poll_at: is_pollable ? systemTimeIn(delay_s * 1_000) : null,
  };
}

/** The destination that this payment's metadata names. @throws AppError `combination_refused` when it names more than one */
function destinationOf(
  destinations: PaymentDestinations,
  { metadata = {}, split }: PaymentRequest,
): PaymentDestinationKind | null {
  const named = (Object.keys(destinations) as PaymentDestinationKind[]).filter((kind) => {
    const { metadata_key } = destinations[kind];
    return metadata_key !== null && metadata[metadata_key] !== undefined;
  });
  if (named.length > 1 || (named[0] && split)) throw refusal('combination_refused');
  return named[0] ?? null;
}

function phoneOf({ customer_phone, currency }: PaymentRequest): string | null {
  if (customer_phone === undefined) return null;
  const phone = normalisePhone(customer_phone, currency);
  if (!phone) {
    throw invalidField(
      'customer_phone',
      'This is not a phone number. Use the international form, like +251911234567.',
    );
  }
  return phone;
}

async function submitToProvider(
  caller: Caller,
  payment: PaymentRow,
  setup: ProviderSetup,
  server_url: string,
): Promise<PaymentRow> {
  const { ctx } = caller;
  const provider = findProvider(payment.provider);
  let answered = payment;
  try {
    const create = createSetupOf(ctx, payment, setup, server_url);
    const submitted = await submitPayment(caller, payment, create, 'request');
    answered = submitted.payment;
    if (submitted.ask_now && !isFinal(answered.status)) return await syncPayment(caller, answered, 'poll');
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (!error.may_have_acted && !provider.create_repeatable)
      return await recordStatus(caller, payment, neverSent(provider), 'request');
    // Unknown outcome: never ask again under another id; the payment stays initiated and the poller finds out.
    ctx.log.warn({ payment_id: payment.id, provider: provider.name, err: error }, 'provider did not answer');
  }
  schedulePoll(ctx, answered);
  return answered;
}

/** It cannot be submitted again unless it is known that it was not submitted before, and that is known now only. */
function neverSent({ title }: Provider): StatusEvidence {
  const failure_message = `${title} could not be reached. Start the payment again.`;
  return { status: 'failed', failure_code: 'system_busy', failure_message };
}
