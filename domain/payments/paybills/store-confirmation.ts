/** Stores what somebody says of a payment that came by a paybill, once by the provider's id of the transaction. */
import { hashToken } from '../../../core/crypto.ts';
import { systemNow } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import { callbackToken, newCallbackId } from '../providers/callback-address.ts';
import type { PaybillNotice, Provider } from '../providers/provider.port.ts';
import { PaybillConfirmation, type PaybillConfirmationRow } from './paybill.model.ts';
import { countPending } from './paybill.sql.ts';

/** What is claimed, as it is stored. */
interface ClaimedPayment extends Omit<PaybillNotice, 'paid_to' | 'amount_minor'> {
  paid_to: string;
  /** null where only the id of the transaction is known. */
  amount_minor: bigint | null;
  currency: Currency;
}

/** Of one paybill: about each of them the provider is asked again and again. An outage of the provider makes fewer. */
const MAX_PENDING = 20_000;
const RETRY_AFTER_S = 600;

/** What makes a confirmation wait for the provider's answer as if it were new: an answer that was kept would decide again. */
const ASKED_ANEW = {
  status: 'pending',
  error: null,
  ended_at: null,
  attempts: 0,
  unanswered: 0,
  provider_data: {},
} as const;

/** @throws AppError as `storeInTransaction` */
export function storeConfirmation(
  base: ScopedContext,
  provider: Provider,
  claimed: ClaimedPayment,
): Promise<StoredConfirmation> {
  return inTransaction(base, (unit) => storeInTransaction(unit, provider, claimed));
}

interface StoredConfirmation {
  confirmation: PaybillConfirmationRow;
  /** It was stored before. */
  replayed: boolean;
}

/**
 * Stores a confirmation and has the provider asked. One that was refused and is told again is asked about again: the provider may
 * know it by now.
 * @throws AppError RATE_LIMITED
 */
export async function storeInTransaction(
  unit: ScopedUnit,
  provider: Provider,
  { transaction_id, ...claimed }: ClaimedPayment,
): Promise<StoredConfirmation> {
  const { ctx, trx, scope } = unit;
  await requireFewPending(unit, provider);
  const key = { ...scopeColumns(scope), provider: provider.name, transaction_id };
  const id = newCallbackId('paybill_confirmation', provider);
  const claims = {
    ...claimed,
    account_number: claimed.account_number.replaceAll('\0', ''),
    payer_name: claimed.payer_name?.replaceAll('\0', '') ?? null,
  };
  const now = systemNow();
  const is_new = await PaybillConfirmation.query(trx).insertUnlessTaken({
    id,
    ...key,
    ...claims,
    status: 'pending',
    callback_token_hash: hashToken(callbackToken(ctx.secrets, id)),
    provider_data: {},
    received_at: now,
    next_attempt_at: now,
  });
  const stored = expectOne(await PaybillConfirmation.query(trx).where(key));
  if (is_new) unit.enqueue('confirm-paybill', { confirmation_id: id });
  if (is_new || stored.status === 'confirmed') return { confirmation: stored, replayed: !is_new };
  return { confirmation: await tellAgain(unit, stored, claims), replayed: true };
}

/** What a notice claims is kept where nothing was claimed before, or what was has been refused. */
async function tellAgain(
  unit: Pick<ScopedUnit, 'trx' | 'enqueue'>,
  stored: PaybillConfirmationRow,
  claims: Omit<ClaimedPayment, 'transaction_id'>,
): Promise<PaybillConfirmationRow> {
  if (stored.status === 'pending' && (stored.amount_minor !== null || claims.amount_minor === null))
    return stored;
  return askAnew(unit, stored, claims.amount_minor === null ? {} : claims);
}

/** Has the provider asked now, however often it was asked before; not about one that it has confirmed. */
export async function askAnew(
  { trx, enqueue }: Pick<ScopedUnit, 'trx' | 'enqueue'>,
  { id }: Pick<PaybillConfirmationRow, 'id'>,
  changes: Partial<PaybillConfirmationRow> = {},
): Promise<PaybillConfirmationRow> {
  const asked = await PaybillConfirmation.query(trx)
    .where({ id })
    .whereNot({ status: 'confirmed' })
    .patch({ ...ASKED_ANEW, ...changes, next_attempt_at: systemNow() });
  if (asked > 0) enqueue('confirm-paybill', { confirmation_id: id });
  return expectOne(await PaybillConfirmation.query(trx).where({ id }));
}

/** @throws AppError RATE_LIMITED */
async function requireFewPending({ trx, scope }: ScopedUnit, { name }: Provider): Promise<void> {
  const counted = await countPending(trx, {
    ...scopeColumns(scope),
    provider: name,
    limit: MAX_PENDING,
  });
  if (expectOne(counted).pending < BigInt(MAX_PENDING)) return;
  throw new AppError('RATE_LIMITED', `${MAX_PENDING} payments by this paybill are being asked about.`, {
    retry_after_s: RETRY_AFTER_S,
  });
}
