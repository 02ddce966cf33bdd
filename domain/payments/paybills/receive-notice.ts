/**
 * Receives what a provider says of payments that payers send by themselves: a validation is answered at once, a confirmation is
 * stored once and believed only when the provider, asked about it, says the same.
 */
import { hashToken } from '../../../core/crypto.ts';
import { systemNow } from '../../../core/clock.ts';
import { notFound, unauthorized } from '../../../core/errors.ts';
import { idPattern } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import {
  callbackToken,
  isCallbackToken,
  newCallbackId,
  validationSubject,
} from '../providers/callback-address.ts';
import { isOutOfReach, loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import type { PaybillCalls, PaybillNotice, PaybillVerdict } from '../providers/provider.port.ts';
import type { Provider, ProviderCallback, ProviderSetup } from '../providers/provider.port.ts';
import { addConfirmationData } from './paybill.sql.ts';
import {
  Paybill,
  PaybillConfirmation,
  type PaybillConfirmationRow,
  type PaybillRow,
} from './paybill.model.ts';

/** The provider waits for a few seconds more; what is not decided by then is accepted, and the money is unallocated. */
const VALIDATION_ANSWER_MS = 3_000;

export interface PaybillCall extends ProviderCallback {
  /** The id of a paybill, or of a confirmation that the provider was asked about. */
  subject_id: string;
  token: string;
}

const SUBJECTS = [idPattern('paybill'), idPattern('paybill_confirmation')];

/** Whether an address is one of these. */
export function isPaybillSubject(subject_id: string): boolean {
  return SUBJECTS.some((pattern) => pattern.test(subject_id));
}

/**
 * @returns the answer that the provider expects
 * @throws AppError NOT_FOUND unless the address is one that we handed out; UNAUTHORIZED for what is not the provider's
 */
export async function receivePaybillCall(
  ctx: Context,
  provider: Provider,
  call: PaybillCall,
): Promise<Record<string, unknown>> {
  const calls = provider.paybill?.calls;
  if (!calls) throw notFound('callback address');
  const answer = provider.callback_answer ?? { received: true };
  if (idPattern('paybill_confirmation').test(call.subject_id)) {
    await receiveAnswer(ctx, { provider, calls }, call);
    return answer;
  }
  const found = await Paybill.query(ctx.db).findWithScope(call.subject_id);
  if (found?.row.provider !== provider.name) throw notFound('callback address');
  const { row: paybill, scope } = found;
  const base = { ctx, scope };
  const about = { id: paybill.id, callback_token_hash: paybill.confirmation_token_hash };
  const is_confirmation = isCallbackToken(ctx, about, call.token);
  if (!is_confirmation && !isValidation(ctx, paybill, call.token)) throw notFound('callback address');
  const notice = calls.readNotice(call, await credentialsOf(base, provider));
  if (!notice) {
    ctx.log.warn({ paybill_id: paybill.id, provider: provider.name }, 'refused a call: it cannot be read');
    throw unauthorized('This is no notice of a payment to this paybill.');
  }
  if (!is_confirmation) return calls.answerTo(await verdictInTime(base, paybill, notice));
  await storeConfirmation(base, provider, { ...notice, currency: paybill.currency });
  return answer;
}

/** Where the configuration was deleted meanwhile there are none: money has moved, and the provider is asked once that is possible. */
async function credentialsOf(
  base: ScopedContext,
  provider: Provider,
): Promise<Pick<ProviderSetup, 'credentials'>> {
  try {
    return await loadProviderSetup(base, provider);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return { credentials: {} };
  }
}

function isValidation(ctx: Context, { id, validation_token_hash }: PaybillRow, token: string): boolean {
  return isCallbackToken(
    ctx,
    { id: validationSubject(id), callback_token_hash: validation_token_hash },
    token,
  );
}

async function verdictInTime(
  base: ScopedContext,
  paybill: PaybillRow,
  notice: PaybillNotice,
): Promise<PaybillVerdict> {
  if (!paybill.enabled) return 'refused';
  if (!paybill.reject_unknown) return 'accepted';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), VALIDATION_ANSWER_MS);
  });
  try {
    const known = base.ctx.account_numbers.isKnown(base.ctx.db, base.scope, notice);
    return (await Promise.race([known, late])) ? 'accepted' : 'unknown_account';
  } catch (error) {
    base.ctx.log.error({ paybill_id: paybill.id, err: error }, 'an account number could not be looked up');
    return 'accepted';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stores a confirmation, once by the provider's id of the transaction, and has it confirmed.
 * @returns the confirmation as it is stored, and whether it was stored before
 */
export async function storeConfirmation(
  base: ScopedContext,
  provider: Provider,
  { transaction_id, ...notice }: PaybillNotice & { currency: Currency },
): Promise<{ confirmation: PaybillConfirmationRow; replayed: boolean }> {
  const { ctx, scope } = base;
  const key = { ...scopeColumns(scope), provider: provider.name, transaction_id };
  const id = newCallbackId('paybill_confirmation', provider);
  const now = systemNow();
  const stored = await inTransaction(base, async ({ trx, enqueue }) => {
    const is_new = await PaybillConfirmation.query(trx).insertUnlessTaken({
      id,
      ...key,
      ...notice,
      account_number: notice.account_number.replaceAll('\0', ''),
      payer_name: notice.payer_name?.replaceAll('\0', '') ?? null,
      status: 'pending',
      callback_token_hash: hashToken(callbackToken(ctx.secrets, id)),
      provider_data: {},
      received_at: now,
      next_attempt_at: now,
    });
    if (is_new) enqueue('confirm-paybill', { confirmation_id: id });
    return is_new;
  });
  const confirmation = await PaybillConfirmation.query(ctx.db).where(key).first();
  return { confirmation: confirmation as PaybillConfirmationRow, replayed: !stored };
}

/** The provider's later answer about a transaction: it is kept, and decides at the next attempt, which is made now. */
async function receiveAnswer(
  ctx: Context,
  { provider, calls }: { provider: Provider; calls: PaybillCalls },
  call: PaybillCall,
): Promise<void> {
  const found = await PaybillConfirmation.query(ctx.db).findWithScope(call.subject_id);
  if (found?.row.provider !== provider.name || !isCallbackToken(ctx, found.row, call.token))
    throw notFound('callback address');
  const { row: confirmation, scope } = found;
  if (confirmation.status !== 'pending') return;
  const told = calls.readAnswer(call, await credentialsOf({ ctx, scope }, provider));
  if (!told) return;
  await addConfirmationData(ctx.db, {
    id: confirmation.id,
    added: JSON.stringify(told),
    due_at: systemNow(),
  });
  await ctx.jobs.enqueue('confirm-paybill', { confirmation_id: confirmation.id });
}
