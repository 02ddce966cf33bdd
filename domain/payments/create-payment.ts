/** Creates a payment: stored first, then the provider is asked, so that a lost answer can be found out later. */
import { systemTimeIn } from '../../core/clock.ts';
import { hashToken } from '../../core/crypto.ts';
import { invalidField, refusal, unavailable } from '../../core/errors.ts';
import { toJson } from '../../core/json.ts';
import type { Currency } from '../../core/money.ts';
import { normalisePhone } from '../../core/phone.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Context } from '../platform/context.ts';
import { findKey, storeResponse, refuseReservedKey, type IdempotencyKey } from '../platform/idempotency.ts';
import type { IdempotencyRow } from '../platform/idempotency.sql.ts';
import type { PaymentDestinationKind } from './destination.port.ts';
import { destinationOf } from './destinations.ts';
import { ageOf_ms } from './payment-age.ts';
import { isFinal, nextPollDelay_s, type Split } from './payment.rules.ts';
import type { PaymentRow } from './payment.model.ts';
import { getPayment } from './payment.ts';
import { presentPayment } from './payment.presenter.ts';
import { schedulePoll } from './poll-payments.ts';
import { callbackBaseUrl, callbackToken, newCallbackId } from './providers/callback-address.ts';
import { findProvider } from './providers/index.ts';
import { setupOf } from './providers/provider-configs.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type ProposedPayment,
  type Provider,
  type ProviderTerms,
} from './providers/provider.port.ts';
import { requireCurrency, requirePublicUrl, requireTerms, termsOf } from './providers/terms.rules.ts';
import { createSetupOf, submitPayment } from './submit-payment.ts';
import { recordStatus, type StatusEvidence } from './record-status.ts';
import { storePayment, type NewPayment } from './store-payment.ts';
import { syncPayment } from './sync-payment.ts';

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

/** The answer as it is sent and, under an idempotency key, kept. */
export interface StoredAnswer {
  status: number;
  /** JSON text. */
  body: string;
  replayed: boolean;
}

/** Longest that a repeat waits for the first request's answer; then it is answered with the payment as it is stored. */
const REPEAT_WAITS_MS = 5_000;
/** Longest that a live request takes beside what the provider takes. */
const ANSWER_FOLLOWS_WITHIN_MS = 2_000;

interface CreateOptions {
  /** Idempotency-Key of the request, if it has one. */
  key: string | null;
  /** Where providers and payers reach this server, without a trailing slash. */
  server_url: string;
}

/**
 * @throws AppError provider_unknown, provider_not_configured, reference_taken, idempotency_key_reused, and what the
 * provider's terms refuse: currency_mismatch, amount_not_supported, phone_not_supported, public_url_required;
 * SERVICE_UNAVAILABLE while the provider's circuit is open
 */
export async function createPayment(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: PaymentRequest,
  { key, server_url }: CreateOptions,
): Promise<StoredAnswer> {
  const idempotency: IdempotencyKey | null =
    key === null ? null : { key, request: ['POST /payments', request] };
  if (idempotency) {
    refuseReservedKey(idempotency.key, 'idempotency-key');
    const earlier = await findKey(ctx.db, scope, idempotency);
    if (earlier) return repeatAnswer(ctx, scope, idempotency, earlier);
  }
  const provider = usableProvider(scope, request);
  const setup = await setupOf(ctx, scope, provider);
  const proposed = proposedBy(request);
  const terms = termsOf(provider, setup.credentials);
  requireTerms(provider, terms, proposed);
  requirePublicUrl(
    provider,
    terms,
    scope.environment,
    callbackBaseUrl(ctx, provider, scope.environment, server_url),
  );
  provider.validate?.(proposed, setup.credentials);
  // Nothing was sent, and nothing is stored: the request can be repeated, or another provider chosen.
  if (!setup.circuit.is_admitting) throw unavailable('payment provider');
  const credit_to = destinationOf(ctx.destinations, request);
  if (credit_to) await ctx.destinations[credit_to].validate(ctx.db, scope, proposed);
  const row = rowOf(ctx, scope, provider, terms, { ...request, ...proposed }, credit_to, server_url);
  const stored = await storePayment(ctx, { scope, actor, row, idempotency, subject_id: row.id });
  if ('existing' in stored) return repeatAnswer(ctx, scope, idempotency as IdempotencyKey, stored.existing);
  const create = createSetupOf(ctx, provider, stored.created, setup, server_url);
  const payment = await submitToProvider(ctx, scope, provider, stored.created, create);
  return { ...(await keepAnswer(ctx, scope, idempotency, payment)), replayed: false };
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

function rowOf(
  { config, secrets }: Context,
  scope: Scope,
  provider: Provider,
  { capabilities }: ProviderTerms,
  request: Omit<PaymentRequest, 'customer_phone'> & ProposedPayment,
  credit_to: PaymentDestinationKind | null,
  server_url: string,
): NewPayment['row'] {
  const now = scope.clock.now();
  const delay_s = nextPollDelay_s(0, 0, provider.expiry_s) as number;
  const id = newCallbackId('payment', provider);
  return {
    id,
    ...scopeColumns(scope),
    provider: provider.name,
    amount_minor: request.amount_minor,
    currency: request.currency,
    reference: request.reference,
    status: 'initiated',
    customer_phone: request.customer_phone,
    metadata: request.metadata,
    split: request.split ?? null,
    payment_link_id: request.payment_link_id ?? null,
    credit_to,
    callback_token_hash: provider.readCallback ? hashToken(callbackToken(secrets, id)) : null,
    // Later calls name the same address, also those that no request begins.
    provider_data: provider.readCallback && config.public_url === null ? { server_url } : {},
    created_at: now,
    updated_at: now,
    // If this process dies before the provider answered, the poller takes over.
    next_poll_at: capabilities.status_api ? systemTimeIn(delay_s * 1_000) : null,
  };
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
  ctx: Context,
  scope: Scope,
  provider: Provider,
  payment: PaymentRow,
  setup: CreateSetup,
): Promise<PaymentRow> {
  let answered = payment;
  try {
    const submitted = await submitPayment(ctx, scope, provider, payment, setup, 'request');
    answered = submitted.payment;
    if (submitted.ask_now && !isFinal(answered.status))
      return await syncPayment(ctx, scope, answered, 'poll');
    schedulePoll(ctx, answered);
    return answered;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (!error.may_have_acted && !provider.create_repeatable)
      return await recordStatus(ctx, scope, payment, neverSent(provider), 'request');
    // Unknown outcome: never ask again under another id; the payment stays initiated and the poller finds out.
    ctx.log.warn({ payment_id: payment.id, provider: provider.name, err: error }, 'provider did not answer');
    schedulePoll(ctx, answered);
    return answered;
  }
}

/** It cannot be submitted later without knowing whether it was before, and now it is known that it was not. */
function neverSent({ title }: Provider): StatusEvidence {
  const failure_message = `${title} could not be reached. Start the payment again.`;
  return { status: 'failed', failure_code: 'system_busy', failure_message };
}

function answerOf(payment: PaymentRow): Omit<StoredAnswer, 'replayed'> {
  return { status: 201, body: toJson({ ...presentPayment(payment), replayed: false }) };
}

/** Keeps the answer under the key. @returns the answer that is kept, which is another's when that was first */
async function keepAnswer(
  ctx: Context,
  scope: Scope,
  idempotency: IdempotencyKey | null,
  payment: PaymentRow,
): Promise<Omit<StoredAnswer, 'replayed'>> {
  const answer = answerOf(payment);
  if (!idempotency) return answer;
  const kept = await storeResponse(ctx.db, {
    scope,
    idempotency,
    response_status: answer.status,
    response_body: answer.body,
  });
  const first = kept ? null : await findKey(ctx.db, scope, idempotency);
  return first?.response_body == null
    ? answer
    : { status: first.response_status as number, body: first.response_body };
}

/** Answers what the first request was answered; waits for it while it is under way. */
async function repeatAnswer(
  ctx: Context,
  scope: Scope,
  idempotency: IdempotencyKey,
  found: IdempotencyRow,
): Promise<StoredAnswer> {
  const started = performance.now();
  let earlier: IdempotencyRow | null = found;
  for (let wait_ms = 10; earlier?.response_body == null; wait_ms = Math.min(wait_ms * 2, 500)) {
    const waited_ms = performance.now() - started;
    if (waited_ms > ANSWER_FOLLOWS_WITHIN_MS) {
      const payment = await getPayment(ctx.db, scope, found.subject_id);
      const has_moved_on = payment.status !== 'initiated';
      if (has_moved_on && isPastAnswering(ctx, payment))
        return replayOf(await keepAnswer(ctx, scope, idempotency, payment));
      // The provider may still be thinking, though a poll has learnt of the payment. Not kept: the first request's own answer says more.
      if (has_moved_on || waited_ms > REPEAT_WAITS_MS) return replayOf(answerOf(payment));
    }
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    earlier = await findKey(ctx.db, scope, idempotency);
    if (!earlier) throw unavailable('first answer');
  }
  return replayOf({ status: earlier.response_status as number, body: earlier.response_body });
}

/** Whether the request that created the payment has died if it has not answered. */
function isPastAnswering(ctx: Context, payment: PaymentRow): boolean {
  return ageOf_ms(payment) > ctx.provider_deadline_ms + ANSWER_FOLLOWS_WITHIN_MS;
}

/** What was answered, byte by byte, save that it now says it is a repetition: its last field. */
function replayOf({ status, body }: Omit<StoredAnswer, 'replayed'>): StoredAnswer {
  return { status, body: body.replace(/"replayed":false\}$/, '"replayed":true}'), replayed: true };
}
