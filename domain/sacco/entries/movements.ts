/** The movements at the counter: deposits, withdrawals, shares and counted cash. */
import { instantsOf } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import type { Direction } from './movement.rules.ts';
import { requiresApproval } from './entry.rules.ts';
import type { EntryRow } from './entry.model.ts';
import { newEntry } from './entry.ts';
import { requestWithApproval } from '../approvals/request-approval.ts';
import { requestEntry, type RequestedEntry } from './entry-pipeline.ts';
import type { SettingsRow } from '../settings.model.ts';
import { getSettings } from '../settings.ts';

export interface MovementRequest {
  amount_minor: bigint;
  /** Left out, it is no part of what a repeat has to repeat. */
  memo?: string;
  idempotency_key: string;
}

/** Cash over the counter into the member's savings. @throws AppError as `requestEntry` */
export async function deposit(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  member_id: string,
  { idempotency_key, amount_minor, memo }: MovementRequest,
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const movement = { kind: 'deposit', source: 'cash' } as const;
  return requestEntry(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { member_id, amount_minor, memo: memo ?? null, ...movement }),
    flow: 'pay_in',
    idempotency: {
      key: idempotency_key,
      request: ['POST sacco deposits', member_id, { amount_minor, memo }],
    },
  });
}

/** Shares from cash or from savings. @throws AppError as `requestEntry` */
export async function buyShares(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  member_id: string,
  { idempotency_key, amount_minor, memo, from }: MovementRequest & { from: 'cash' | 'savings' },
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const movement = { kind: 'share_purchase', source: from } as const;
  return requestEntry(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { member_id, amount_minor, memo: memo ?? null, ...movement }),
    // Nothing leaves the SACCO when savings become shares, but a suspended member's savings stay what they are.
    flow: from === 'cash' ? 'pay_in' : 'pay_out',
    idempotency: {
      key: idempotency_key,
      request: ['POST sacco shares', member_id, { amount_minor, from, memo }],
    },
  });
}

/** Savings paid out in cash; above the day's threshold a checker decides. @throws AppError as `requestEntry` */
export async function withdraw(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  member_id: string,
  { idempotency_key, amount_minor, memo }: MovementRequest,
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const movement = { kind: 'withdrawal', source: 'savings' } as const;
  const request = {
    scope,
    entry: newEntry(scope, actor, settings, { member_id, amount_minor, memo: memo ?? null, ...movement }),
    flow: 'pay_out' as const,
    idempotency: {
      key: idempotency_key,
      request: ['POST sacco withdrawals', member_id, { amount_minor, memo }],
    },
  };
  const threshold_minor = settings.withdrawal_approval_minor;
  if (threshold_minor === null) return requestEntry(ctx, request);
  return requestWithApproval(ctx, {
    ...request,
    summary: (member) =>
      `Withdrawal of ${formatMoney(amount_minor, settings.currency)} by ${member?.member_no} ${member?.full_name}`,
    isAboveThreshold: async (trx) =>
      requiresApproval(amount_minor, await withdrawnToday(trx, request.entry, settings), threshold_minor),
  });
}

/**
 * The member's withdrawals of the local day, in minor units: what was paid out on it, whenever that was asked for, and what
 * was asked for on it and waits or is in flight; not what was reversed.
 */
async function withdrawnToday(
  trx: Transaction,
  { member_id, local_date }: EntryRow,
  { utc_offset_minutes }: SettingsRow,
): Promise<bigint> {
  const { begins, ends } = instantsOf(local_date, local_date, utc_offset_minutes);
  const { rows } = await trx.raw<{ rows: { withdrawn: string }[] }>(WITHDRAWN, [
    member_id,
    begins,
    ends,
    member_id,
    begins,
    ends,
  ] as never);
  // As text: many that wait may be more than any account holds.
  return BigInt(rows[0]?.withdrawn ?? 0);
}

const WITHDRAWN = `
  select coalesce(sum(amount_minor), 0)::text as withdrawn from (
    select amount_minor from sacco_entries
    where member_id = ? and status = 'posted' and kind = 'withdrawal' and posted_at >= ? and posted_at < ?
      and reversed_by_entry_id is null
    union all
    select amount_minor from sacco_entries
    where member_id = ? and status in ('pending', 'posting', 'awaiting_approval') and kind = 'withdrawal'
      and (status = 'posting' or (created_at >= ? and created_at < ?))
  ) as of_today`;

/** Cash that was counted and is not what the books say; always decided by a checker. */
export async function adjustCash(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  {
    idempotency_key,
    amount_minor,
    direction,
    memo,
  }: MovementRequest & { direction: Direction; memo: string },
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const movement = { kind: 'cash_adjustment', direction } as const;
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { ...movement, member_id: null, amount_minor, memo }),
    flow: null,
    idempotency: {
      key: idempotency_key,
      request: ['POST sacco cash-adjustments', { amount_minor, direction, memo }],
    },
    summary: () => `Cash counted ${direction}: ${formatMoney(amount_minor, settings.currency)}, ${memo}`,
  });
}
