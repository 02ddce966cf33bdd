/** Stores a payout whose money is not held yet; ../process-payout.ts takes it on from there. */
import { systemNow } from '../../../../core/clock.ts';
import { hashToken } from '../../../../core/crypto.ts';
import { invalidField, refusal, type AppError } from '../../../../core/errors.ts';
import { addDays, localDateAt, startOfDay } from '../../../../core/local-date.ts';
import { formatMoney, type Currency } from '../../../../core/money.ts';
import { normalisePhone } from '../../../../core/phone.ts';
import type { Scope } from '../../../../core/scope.ts';
import { scopeColumns } from '../../../../db/model.ts';
import type { Queryable } from '../../../../db/connection.ts';
import type { Caller, CallerUnit, ScopedContext } from '../../../platform/unit.ts';
import { maySendMoney } from '../../../staff/index.ts';
import { callbackBaseUrl, callbackToken, newCallbackId } from '../../providers/callback-address.ts';
import { configuredCredentials } from '../../providers/configuration/provider-configs.ts';
import { findProvider } from '../../providers/index.ts';
import {
  destinationKindOf,
  type PayoutDestination,
  type PayoutDestinationKind,
  type ProposedPayout,
} from '../../providers/payout.port.ts';
import type { Provider, ProviderTerms } from '../../providers/provider.port.ts';
import { requireCurrency, requirePublicUrl, requireStep, termsOf } from '../../providers/terms.rules.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';
import type { PayoutOriginName } from '../payout.rules.ts';
import { sumOfDay } from '../payout.sql.ts';
import type { PayoutTerms } from '../settings/payout-settings.model.ts';
import { requireEnabled, requirePayouts } from '../settings/payout-settings.ts';

/** What is to be paid, to whom and by which provider. */
export interface PayoutRequest {
  provider: string;
  amount_minor: bigint;
  currency: Currency;
  /** Of one payout of the project and environment that was or may still be paid. */
  reference: string;
  narration?: string | undefined;
  to: PayoutDestination;
}

export interface NewPayout extends PayoutRequest {
  id?: string;
  /** Whose money it is, and the row that it is for. */
  origin: PayoutOriginName;
  origin_id: string | null;
  /** A second person has approved it, whatever its amount. */
  approved: boolean;
  /** Where providers reach this server, without a trailing slash; left out for work that no request began. */
  server_url?: string;
}

/**
 * Requests a payout in the caller's transaction; once that has committed, its money is held and it is sent. A payout that cannot be
 * held fails, and its origin is told.
 * @throws AppError as `insertPayout`
 */
export async function requestPayout(unit: CallerUnit, request: NewPayout): Promise<PayoutRow> {
  const payout = await insertPayout(unit, request);
  unit.enqueue('process-payout', { payout_id: payout.id });
  return payout;
}

/**
 * Inserts the payout in the name of who requested it, the unit's actor; the caller holds its money.
 * @throws AppError as `requirePayable`; `reference_taken`
 */
export async function insertPayout(unit: CallerUnit, request: NewPayout): Promise<PayoutRow> {
  const { ctx, trx, scope, actor } = unit;
  const { amount_minor, currency, reference, narration = null, origin, origin_id } = request;
  const { provider, to, limits } = await requirePayable({ ...unit, db: trx }, request, 'locked');
  const above = limits.approval_above_minor;
  const must_wait = !request.approved && above !== null && amount_minor > above;
  const now = scope.clock.now();
  const row = {
    ...addressOf(unit, provider, request),
    ...scopeColumns(scope),
    provider: provider.name,
    origin,
    origin_id,
    amount_minor,
    currency,
    reference,
    narration,
    ...columnsOf(to),
    status: must_wait ? 'awaiting_approval' : 'held',
    requested_by_type: actor.type,
    requested_by_id: actor.id,
    created_at: now,
    updated_at: now,
    // An origin that holds the money itself starts it.
    next_attempt_at: ctx.payout_origins[origin].transfers ? systemNow() : null,
  } as const;
  if (!(await Payout.query(trx).insertUnlessTaken(row))) throw await referenceTaken(unit, row);
  return Payout.query(trx).findInScope(scope, row.id);
}

interface Payable {
  provider: Provider;
  /** Its phone in international form. */
  to: PayoutDestination;
  limits: PayoutTerms;
}

/**
 * @param base its actor is who requests the payout
 * @param how `locked`: the settings stay as they are until the transaction ends, and other payouts of the day are counted before or
 *   after. `requested`: of a payout that is to be made another day, of which only that day's limit is asked.
 * @throws AppError `key_scope_missing`, `payouts_not_supported`, `payouts_disabled`, `payout_limit_exceeded`, and what the provider's
 *   terms refuse: `provider_not_configured`, `currency_mismatch`, `amount_not_supported`, `phone_not_supported`, `public_url_required`
 */
export async function requirePayable(
  base: Caller & { db: Queryable },
  request: PayoutRequest & { server_url?: string },
  how: 'locked' | 'read' | 'requested',
): Promise<Payable> {
  const { db, scope, actor } = base;
  if (!(await maySendMoney(db, actor)))
    throw refusal('key_scope_missing', 'To send money, an API key needs the scope `payouts` by name.');
  const { amount_minor, currency, reference, narration = null } = request;
  const provider = findProvider(request.provider);
  const payouts = requirePayouts(provider);
  const limits = await requireEnabled({ db, scope }, provider.name, how === 'locked' ? 'locked' : 'read');
  const credentials = await configuredCredentials(db, scope, provider);
  const to = readDestination(request, payouts.destinations, provider);
  const proposed = { amount_minor, currency, reference, narration, to };
  const terms = termsOf(provider, credentials);
  requireTerms(base, { provider, terms, server_url: request.server_url }, proposed);
  payouts.validate?.(proposed, credentials);
  requireWithinMax(limits, request);
  if (how !== 'requested') await requireWithinDay({ db, scope }, limits, request);
  return { provider, to, limits };
}

// ── what is refused ──────────────────────────────────────────────────────────────────────────────────────────────────────

const KIND_WORDS: Record<PayoutDestinationKind, string> = {
  phone: 'a phone',
  wallet: 'a phone with the bank_code of its wallet',
  bank: 'bank_code, account_number and account_name',
};

/** @returns the destination, its phone in international form @throws AppError VALIDATION_ERROR */
function readDestination(
  { to, currency }: PayoutRequest,
  destinations: readonly PayoutDestinationKind[],
  { title }: Provider,
): PayoutDestination {
  if (!destinations.includes(destinationKindOf(to)))
    throw invalidField(
      'to',
      `${title} pays to ${destinations.map((kind) => KIND_WORDS[kind]).join(', or ')}.`,
    );
  if (to.phone === undefined) return to;
  const phone = normalisePhone(to.phone, currency);
  if (phone === null)
    throw invalidField(
      'to.phone',
      'This is not a phone number. Use the international form, like +251911234567.',
    );
  return { ...to, phone };
}

interface Target {
  provider: Provider;
  terms: ProviderTerms;
  server_url: string | undefined;
}

function requireTerms(
  { ctx, scope: { environment } }: ScopedContext,
  { provider, terms, server_url }: Target,
  { to, ...proposed }: ProposedPayout,
): void {
  const { title } = provider;
  if (!terms.capabilities.payouts)
    throw refusal('payouts_not_supported', `This project's account with ${title} sends no money.`);
  requireCurrency(provider, terms.currencies, proposed.currency);
  requireStep(provider, terms, proposed);
  if (to.phone !== undefined && terms.phone_pattern && !terms.phone_pattern.test(to.phone))
    throw refusal('phone_not_supported', `${title} does not pay to this phone's network.`);
  if (!provider.payouts?.readCallback) return;
  const callback_base_url = callbackBaseUrl(ctx, provider, environment, serverUrlOf({ ctx }, server_url));
  requirePublicUrl(provider, terms, { environment, callback_base_url });
}

/** Where this server is reached. @param known where it was reached when the payout was requested */
export function serverUrlOf({ ctx: { config } }: Pick<CallerUnit, 'ctx'>, known: string | undefined): string {
  return config.public_url ?? known ?? `http://${config.host}:${config.port}`;
}

/** @throws AppError `payout_limit_exceeded` */
function requireWithinMax(
  { max_minor }: PayoutTerms,
  { provider, amount_minor, currency }: PayoutRequest,
): void {
  if (max_minor !== null && amount_minor > max_minor)
    throw limitExceeded(`A payout by ${provider} is of ${formatMoney(max_minor, currency)} at most.`);
}

function limitExceeded(message: string): AppError {
  return refusal('payout_limit_exceeded', message, [{ path: 'amount', message }]);
}

/** @throws AppError `payout_limit_exceeded` */
async function requireWithinDay(
  { db, scope }: { db: Queryable; scope: Scope },
  { daily_max_minor }: PayoutTerms,
  { provider, amount_minor, currency }: PayoutRequest,
): Promise<void> {
  if (daily_max_minor === null) return;
  const today = localDateAt(scope.clock.now());
  const [sum] = await sumOfDay(db, {
    ...scopeColumns(scope),
    provider,
    currency,
    from: startOfDay(today),
    before: startOfDay(addDays(today, 1)),
  });
  if (BigInt(sum?.amount_minor ?? 0) + amount_minor > daily_max_minor)
    throw limitExceeded(
      `The payouts by ${provider} of one day (UTC) are of ${formatMoney(daily_max_minor, currency)} at most.`,
    );
}

/** Names the existing payout, so that a client that lost its answer can go on with it. */
async function referenceTaken(
  { trx, scope }: CallerUnit,
  { origin, origin_id, reference }: Pick<PayoutRow, 'origin' | 'origin_id' | 'reference'>,
) {
  const holder = await Payout.query(trx)
    .inScope(scope)
    .where(origin === 'merchant' ? { origin, reference } : { origin_id })
    .where((paid) => paid.whereNull('outcome').orWhere({ outcome: 'succeeded' }))
    .first();
  return refusal(
    'reference_taken',
    holder ? `${holder.id} has the reference ${reference} already.` : 'A payout has this reference already.',
  );
}

// ── the row ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Its id, and the address that the provider calls about it. */
function addressOf({ ctx }: CallerUnit, provider: Provider, { id, server_url }: NewPayout) {
  const payout_id = id ?? newCallbackId('payout', provider);
  if (!provider.payouts?.readCallback) return { id: payout_id };
  return {
    id: payout_id,
    callback_token_hash: hashToken(callbackToken(ctx.secrets, payout_id)),
    // Later calls name the same address, also those that no request begins.
    ...(ctx.config.public_url === null && server_url !== undefined ? { provider_data: { server_url } } : {}),
  };
}

function columnsOf(to: PayoutDestination) {
  if (to.phone !== undefined) return { to_phone: to.phone, to_bank_code: to.bank_code ?? null };
  return {
    to_bank_code: to.bank_code,
    to_account_number: to.account_number,
    to_account_name: to.account_name,
  };
}
