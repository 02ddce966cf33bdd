/**
 * Opens a hold: the request is stored, the ledger books the pending transfer under the row's id, and the row records the
 * outcome. A request that died in between is finished by the sweep (resume-holds.ts).
 */
import { AppError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { claimKey, refuseReservedKey } from '../platform/idempotency.ts';
import type { BookedTransfer, ChainOutcome, Transfer } from './backend.port.ts';
import { movableAccounts, readAccounts } from './generic-accounts.ts';
import { findHold } from './hold.ts';
import type { HoldRow } from './hold.model.ts';
import { refusalOf } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

export interface HoldRequest {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo: string | null;
  /** 0: never expires. */
  timeout_s: number;
}

/** @throws AppError account_not_found, account_refused, currency_mismatch, exceeds_credits, id_already_failed, … */
export async function createHold(
  ctx: Context,
  scope: Scope,
  request: HoldRequest,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  refuseReservedKey(request.idempotency_key);
  const accounts = movableAccounts(await readAccounts(ctx.db, [request]), scope, request);
  if (accounts instanceof AppError) throw accounts;
  const row = await storeRequest(ctx, scope, request, accounts.debit.currency);
  if (row.status !== 'requested' && row.status !== 'refused') return { hold: row, replayed: true };
  const outcome = await bookHold(ctx, scope, row);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return { hold: await findHold(ctx.db, scope, row.id), replayed: outcome.status === 'replayed' };
}

async function storeRequest(
  ctx: Context,
  scope: Scope,
  { idempotency_key, ...request }: HoldRequest,
  currency: Currency,
): Promise<HoldRow> {
  const id = newUuid();
  const idempotency = { key: idempotency_key, request: ['POST /ledger/holds', request] };
  return ctx.db.transaction(async (trx) => {
    const earlier = await claimKey(trx, scope, idempotency, id);
    if (earlier) return expectOne(await trx<HoldRow>('ledger_holds').where({ id: earlier.subject_id }));
    const { project_id, environment } = scope;
    return expectOne(
      await trx<HoldRow>('ledger_holds')
        .insert({
          id,
          project_id,
          environment,
          ...request,
          currency,
          reference: idempotency_key,
          created_at: scope.clock.now(),
        })
        .returning('*'),
    );
  });
}

/** Books the pending transfer, or finds it booked, and records the outcome in the row. Repeating it is safe. */
export async function bookHold(ctx: Context, scope: Scope, row: HoldRow): Promise<ChainOutcome> {
  const transfer: Transfer = { ...requestedTransfer(row), timeout_s: row.timeout_s, phase: 'pending' };
  const outcome = expectOne(await ctx.ledger.post([[transfer]], scope.clock.now()));
  const booked = outcome.status === 'refused' ? null : (outcome.transfers[0] as BookedTransfer);
  await ctx
    .db('ledger_holds')
    .where({ id: row.id })
    .whereIn('status', ['requested', 'refused'])
    .update({
      status: booked ? 'pending' : 'refused',
      expires_at: booked && row.timeout_s > 0 ? expiryOf(booked) : null,
      touched_at: null,
    });
  return outcome;
}

/** A millisecond later than the one it began in, so that no row says expired before the ledger does. */
function expiryOf({ created_at, timeout_s }: BookedTransfer): Date {
  return new Date(created_at.getTime() + 1 + timeout_s * 1_000);
}
