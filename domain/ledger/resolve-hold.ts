/**
 * Captures and voids holds. Either books a transfer that resolves the hold and whose id follows from the hold and the phase, so
 * that the ledger itself lets a hold be resolved only once; the row records it. While a request does this, `touched_at` is set, so
 * that the sweep (resume-holds.ts) finds the row if the request dies.
 */
import { systemNow } from '../../core/clock.ts';
import { refusal } from '../../core/errors.ts';
import { derivedUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import type { ChainOutcome, Transfer } from './backend.port.ts';
import { findHold } from './hold.ts';
import type { HoldRow } from './hold.model.ts';
import { refusalOf } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

/**
 * Captures the hold; the remainder is released.
 * @param amount_minor all of it when left out
 * @returns replayed when the same capture was made before
 * @throws AppError already_captured, already_voided, hold_expired, exceeds_pending_amount
 */
export async function captureHold(
  ctx: Context,
  scope: Scope,
  id: string,
  amount_minor?: bigint,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  const hold = await findHold(ctx.db, scope, id);
  const outcome = await resolve(ctx, scope, hold, 'post', amount_minor ?? hold.amount_minor);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return { hold: await findHold(ctx.db, scope, id), replayed: outcome.status === 'replayed' };
}

/** Releases all of the hold. @throws AppError already_voided, already_captured, hold_expired */
export async function voidHold(ctx: Context, scope: Scope, id: string): Promise<HoldRow> {
  const hold = await findHold(ctx.db, scope, id);
  const outcome = await resolve(ctx, scope, hold, 'void', hold.amount_minor);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  if (outcome.status === 'replayed') throw refusal('already_voided');
  return findHold(ctx.db, scope, id);
}

async function resolve(
  ctx: Context,
  scope: Scope,
  hold: HoldRow,
  phase: 'post' | 'void',
  amount: bigint,
): Promise<ChainOutcome> {
  const touched_at = await markInProgress(ctx, hold);
  const outcome = expectOne(
    await ctx.ledger.post([[resolvingTransfer(hold, phase, amount)]], scope.clock.now()),
  );
  await recordResolutions(ctx, [{ ...hold, touched_at }]);
  return outcome;
}

/**
 * Sets touched_at to an instant that no other request has set it to.
 * @returns the instant, by which this request clears the column again; null when another request is resolving the hold, too:
 *   neither knows when the other is done, so the column stays set until the sweep clears it
 */
async function markInProgress(ctx: Context, { id }: HoldRow): Promise<Date | null> {
  const { rows } = await ctx.db.raw<{ rows: { touched_at: Date; alone: boolean }[] }>(MARK_IN_PROGRESS, [
    id,
    systemNow(),
  ]);
  const [mark] = rows;
  return mark?.alone ? mark.touched_at : null;
}

function resolvingTransfer(hold: HoldRow, phase: 'post' | 'void', amount: bigint): Transfer {
  return {
    ...requestedTransfer(hold),
    id: resolvingId(hold, phase),
    amount,
    phase,
    pending_id: hold.id,
  };
}

function resolvingId({ id }: Pick<HoldRow, 'id'>, phase: 'post' | 'void'): string {
  return derivedUuid(id, phase);
}

/**
 * Records how these holds were resolved according to the ledger, and clears touched_at of the others, unless another request
 * has set it since. The ledger also overrules an expiry that was recorded too early.
 * @returns ids of the holds that were resolved
 */
export async function recordResolutions(ctx: Context, holds: HoldRow[]): Promise<Set<string>> {
  if (holds.length === 0) return new Set();
  const ids = holds.flatMap((hold) => [resolvingId(hold, 'post'), resolvingId(hold, 'void')]);
  const resolving = await ctx.ledger.transfers(ids);
  const results = holds.map((hold) => {
    const captured = resolving.get(resolvingId(hold, 'post'));
    const status = captured ? 'captured' : resolving.has(resolvingId(hold, 'void')) ? 'voided' : null;
    return { id: hold.id, status, captured_minor: captured?.amount ?? 0n, touched_at: hold.touched_at };
  });
  await ctx.db.raw(RECORD_RESOLUTIONS, [
    results.map(({ id }) => id),
    results.map(({ status }) => status as string),
    results.map(({ captured_minor }) => String(captured_minor)),
    results.map(({ touched_at }) => touched_at as Date),
  ]);
  return new Set(results.filter(({ status }) => status !== null).map(({ id }) => id));
}

const MARK_IN_PROGRESS = `
  with before as (
    select id, touched_at from ledger_holds where id = ? and status in ('pending', 'expired') for no key update
  )
  update ledger_holds h set touched_at = greatest(?, before.touched_at + interval '1 millisecond')
  from before where h.id = before.id returning h.touched_at, before.touched_at is null as alone`;

/** Rows are locked in id order, which avoids deadlocks. */
const RECORD_RESOLUTIONS = `
  with results as (
    select * from unnest(?::uuid[], ?::text[], ?::bigint[], ?::timestamptz[]) as v(id, status, captured_minor, touched_at)
  ), locked as (
    select h.id from ledger_holds h join results v using (id)
    where h.status in ('pending', 'expired') and (v.status is not null or h.touched_at = v.touched_at)
    order by h.id for no key update of h
  )
  update ledger_holds h set status = coalesce(v.status, h.status), captured_minor = v.captured_minor, touched_at = null
  from results v join locked using (id)
  where h.id = v.id`;
