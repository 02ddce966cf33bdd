/**
 * Receives what a provider says of payments that payers send by themselves: a validation is answered at once, a confirmation is
 * stored once and believed only when the provider, asked about it, says the same.
 */
import { equalInConstantTime, hashToken } from '../../../core/crypto.ts';
import { systemNow } from '../../../core/clock.ts';
import { withDeadline } from '../../../core/deadline.ts';
import { isUnavailable, notFound, unauthorized } from '../../../core/errors.ts';
import { idPattern } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { toJson } from '../../../core/json.ts';
import { isConnectionFault } from '../../../db/faults.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { isCallbackToken, isValidationToken } from '../providers/callback-address.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import type {
  PaybillCalls,
  PaybillNotice,
  PaybillTransaction,
  PaybillVerdict,
  Provider,
  ProviderCallback,
} from '../providers/provider.port.ts';
import { termsOf } from '../providers/terms.rules.ts';
import { addConfirmationData } from './paybill.sql.ts';
import {
  Paybill,
  PaybillConfirmation,
  type PaybillConfirmationRow,
  type PaybillRow,
} from './paybill.model.ts';
import { isDecided } from './paybill.rules.ts';
import { askAnew, storeConfirmation } from './store-confirmation.ts';

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
  const called = { provider, calls, call };
  if (isValidationToken(call.token)) return calls.answerTo(await verdictInTime(ctx, called));
  await receiveConfirmation(ctx, called);
  return answer;
}

interface Called {
  provider: Provider;
  calls: PaybillCalls;
  call: PaybillCall;
}

/** Nothing is known of who asks while the database does not answer; that a payer may pay tells nobody anything. */
async function verdictInTime(ctx: Context, called: Called): Promise<PaybillVerdict> {
  return withDeadline(verdictOn(ctx, called), VALIDATION_ANSWER_MS, () => 'accepted' as const);
}

/** @throws AppError NOT_FOUND, UNAUTHORIZED */
async function verdictOn(ctx: Context, called: Called): Promise<PaybillVerdict> {
  const { base, paybill, notice } = await readNotice(ctx, called);
  if (!paybill.enabled) return 'refused';
  if (!paybill.reject_unknown) return 'accepted';
  try {
    const is_known = await ctx.account_numbers.isKnown(ctx.db, base.scope, notice);
    return is_known ? 'accepted' : 'unknown_account';
  } catch (error) {
    ctx.log.error({ paybill_id: paybill.id, err: error }, 'an account number could not be looked up');
    return 'accepted';
  }
}

/** @throws AppError NOT_FOUND, UNAUTHORIZED, RATE_LIMITED */
async function receiveConfirmation(ctx: Context, called: Called): Promise<void> {
  const { base, notice, paid_to, currency } = await readNotice(ctx, called);
  await storeConfirmation(base, called.provider, { ...notice, paid_to, currency });
}

interface ReadNotice {
  base: ScopedContext;
  paybill: PaybillRow;
  notice: PaybillNotice;
  /** The account that is paid, and its currency. */
  paid_to: string;
  currency: Currency;
}

/**
 * @throws AppError NOT_FOUND unless the address is one that we handed out; UNAUTHORIZED for what cannot be read, or is about an
 *   account that was never this project's
 */
async function readNotice(ctx: Context, { provider, calls, call }: Called): Promise<ReadNotice> {
  const found = await Paybill.query(ctx.db).findWithScope(call.subject_id);
  if (found?.row.provider !== provider.name || !isTokenOf(found.row, call.token))
    throw notFound('callback address');
  const { row: paybill, scope } = found;
  const base = { ctx, scope };
  const credentials = await credentialsOf(base, provider);
  const notice = calls.readNotice(call, { credentials });
  const present = calls.accountName(credentials);
  const accounts: Record<string, Currency | undefined> = {
    ...paybill.accounts,
    ...(present === '' ? {} : { [present]: termsOf(provider, credentials).currencies[0] }),
  };
  const paid_to = notice?.paid_to ?? (present || (Object.keys(paybill.accounts).at(-1) ?? ''));
  const currency = Object.hasOwn(accounts, paid_to) ? accounts[paid_to] : undefined;
  if (notice && currency) return { base, paybill, notice, paid_to, currency };
  const about = { paybill_id: paybill.id, provider: provider.name };
  ctx.log.error(
    { ...about, transaction_id: notice?.transaction_id, paid_to: notice?.paid_to },
    'refused a call about a payment by paybill: it cannot be read, or is about another account',
  );
  throw unauthorized('This is no notice of a payment to this paybill.');
}

function isTokenOf({ confirmation_token_hash, validation_token_hash }: PaybillRow, token: string): boolean {
  const hash = isValidationToken(token) ? validation_token_hash : confirmation_token_hash;
  return equalInConstantTime(hashToken(token), hash);
}

/**
 * None where they were deleted meanwhile, or cannot be opened: money has moved, so that a confirmation is stored, and the provider is
 * asked once that is possible.
 */
async function credentialsOf(base: ScopedContext, provider: Provider): Promise<Record<string, string>> {
  try {
    return (await loadProviderSetup(base, provider)).credentials;
  } catch (error) {
    if (isConnectionFault(error) || isUnavailable(error)) throw error;
    base.ctx.log.error(
      { provider: provider.name, err: error },
      'a call about a payment by paybill came without credentials',
    );
    return {};
  }
}

/**
 * The provider's later answer about a transaction: the last is kept. One that decides does so at once; about another the provider is
 * asked again when that is due.
 */
async function receiveAnswer(
  ctx: Context,
  { provider, calls }: { provider: Provider; calls: PaybillCalls },
  call: PaybillCall,
): Promise<void> {
  const found = await PaybillConfirmation.query(ctx.db).findWithScope(call.subject_id);
  if (found?.row.provider !== provider.name || !isCallbackToken(ctx, found.row, call.token))
    throw notFound('callback address');
  const { row: confirmation, scope } = found;
  const credentials = await credentialsOf({ ctx, scope }, provider);
  const told = calls.readAnswer(call, { credentials });
  if (!told || confirmation.status === 'confirmed') return;
  const { id, provider_data } = confirmation;
  const transaction = calls.answered({ ...confirmation, provider_data: { ...provider_data, ...told } });
  if (confirmation.status === 'refused') return receiveLateAnswer({ ctx, scope }, confirmation, transaction);
  const is_decided = isDecided(transaction, confirmation);
  await addConfirmationData(ctx.db, { id, added: toJson(told), due_at: is_decided ? systemNow() : null });
  if (is_decided) await ctx.jobs.enqueue('confirm-paybill', { confirmation_id: id });
}

/** The provider says of a refused one by now that it was made: it is asked again. */
async function receiveLateAnswer(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  { status }: PaybillTransaction,
): Promise<void> {
  if (status === 'completed') await inTransaction(base, (unit) => askAnew(unit, confirmation));
}
