/**
 * Holds that people ask for. A hold is a pending transfer; capturing or voiding it books the transfer that ends it, whose
 * id follows from the hold and the verb, so that the ledger itself lets only one ending happen. The row mirrors what the
 * ledger decided; `touched_at` marks rows that a request is working on, for the sweep to finish if it dies.
 */
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { refusal, notFound } from '../../core/errors.ts';
import { derivedUuid, newUuid } from '../../core/ids.ts';
import type { Environment, Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { claimKey, refuseReservedKey } from '../platform/idempotency.ts';
import { resumePending } from '../platform/resume-pending.ts';
import type { BookedTransfer, ChainOutcome, Phase, Transfer } from './backend.port.ts';
import { movableAccounts } from './generic-accounts.ts';
import { refusalOf } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

export const HOLD_STATUSES = ['pending', 'captured', 'voided', 'expired'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export interface HoldRow {
  id: string;
  project_id: string;
  environment: Environment;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  captured_minor: bigint;
  currency: string;
  reference: string;
  memo: string | null;
  timeout_s: number;
  status: HoldStatus | 'requested' | 'refused';
  created_at: Date;
  expires_at: Date | null;
  touched_at: Date | null;
}

export interface HoldRequest {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo: string | null;
  /** 0: never expires. */
  timeout_s: number;
}

/** A row that was touched this long ago seems to belong to a request that died. */
const ABANDONED_AFTER_MS = 5_000;
/** No request works on a row for longer: until then one that seems dead may still book something. */
const DEAD_AFTER_MS = 60_000;
/** Rows that one sweep finishes. */
const MAX_ABANDONED = 500;

/** @throws AppError account_not_found, account_refused, currency_mismatch, exceeds_credits, id_already_failed, … */
export async function createHold(
  ctx: Context,
  scope: Scope,
  request: HoldRequest,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  refuseReservedKey(request.idempotency_key);
  const { debit } = await movableAccounts(ctx.db, scope, request.debit_account_id, request.credit_account_id);
  const row = await intend(ctx, scope, request, debit.currency);
  if (row.status !== 'requested' && row.status !== 'refused') return { hold: row, replayed: true };
  const outcome = await open(ctx, scope, row);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return { hold: await findHold(ctx.db, scope, row.id), replayed: outcome.status === 'replayed' };
}

async function intend(
  ctx: Context,
  scope: Scope,
  { idempotency_key, ...request }: HoldRequest,
  currency: string,
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

/** Books the pending transfer, or finds it booked, and notes the outcome. */
async function open(ctx: Context, scope: Scope, row: HoldRow): Promise<ChainOutcome> {
  const outcome = await post(ctx, scope, {
    ...requestedTransfer(row),
    timeout_s: row.timeout_s,
    phase: 'pending',
  });
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
  const outcome = await end(ctx, scope, hold, 'post', amount_minor ?? hold.amount_minor);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return { hold: await findHold(ctx.db, scope, id), replayed: outcome.status === 'replayed' };
}

/** Releases all of the hold. @throws AppError already_voided, already_captured, hold_expired */
export async function voidHold(ctx: Context, scope: Scope, id: string): Promise<HoldRow> {
  const hold = await findHold(ctx.db, scope, id);
  const outcome = await end(ctx, scope, hold, 'void', hold.amount_minor);
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  if (outcome.status === 'replayed') throw refusal('already_voided');
  return findHold(ctx.db, scope, id);
}

async function end(
  ctx: Context,
  scope: Scope,
  hold: HoldRow,
  verb: 'post' | 'void',
  amount: bigint,
): Promise<ChainOutcome> {
  const touched_at = await touch(ctx, hold);
  const outcome = await post(ctx, scope, endingTransfer(hold, verb, amount));
  await mirrorEndings(ctx, [{ ...hold, touched_at }]);
  return outcome;
}

/**
 * Marks the row as worked on, in a way that differs from every other mark on it.
 * @returns the mark, to be taken off by whoever made it; null when another request is working on the row, too: neither
 *   then knows when the other is done, and the mark stays for the sweep
 */
async function touch(ctx: Context, { id }: HoldRow): Promise<Date | null> {
  const { rows } = await ctx.db.raw<{ rows: { touched_at: Date; alone: boolean }[] }>(TOUCH, [
    id,
    systemNow(),
  ]);
  const [mark] = rows;
  return mark?.alone ? mark.touched_at : null;
}

function endingTransfer(hold: HoldRow, verb: 'post' | 'void', amount: bigint): Transfer {
  return {
    ...requestedTransfer(hold),
    id: endingId(hold, verb),
    amount,
    phase: verb satisfies Phase,
    pending_id: hold.id,
  };
}

function endingId({ id }: Pick<HoldRow, 'id'>, verb: 'post' | 'void'): string {
  return derivedUuid(id, verb);
}

async function post(ctx: Context, scope: Scope, transfer: Transfer): Promise<ChainOutcome> {
  return expectOne(await ctx.ledger.post([[transfer]], scope.clock.now()));
}

/**
 * Writes into the rows how the ledger says these holds ended, and lets go of those that did not end, unless another
 * request has taken them up meanwhile. What the ledger says also overrules an expiry that was noted too early.
 * @returns ids of the holds that ended
 */
async function mirrorEndings(ctx: Context, holds: HoldRow[]): Promise<Set<string>> {
  if (holds.length === 0) return new Set();
  const ids = holds.flatMap((hold) => [endingId(hold, 'post'), endingId(hold, 'void')]);
  const endings = await ctx.ledger.transfers(ids);
  const notes = holds.map((hold) => {
    const captured = endings.get(endingId(hold, 'post'));
    const status = captured ? 'captured' : endings.has(endingId(hold, 'void')) ? 'voided' : null;
    return { id: hold.id, status, captured_minor: captured?.amount ?? 0n, touched_at: hold.touched_at };
  });
  await ctx.db.raw(MIRROR_ENDINGS, [
    notes.map(({ id }) => id),
    notes.map(({ status }) => status as string),
    notes.map(({ captured_minor }) => String(captured_minor)),
    notes.map(({ touched_at }) => touched_at as Date),
  ]);
  return new Set(notes.filter(({ status }) => status !== null).map(({ id }) => id));
}

/** @throws AppError NOT_FOUND also for holds of other projects and environments, and for refused ones */
export async function findHold(db: Db, scope: Scope, id: string): Promise<HoldRow> {
  const row = await db<HoldRow>('ledger_holds')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .whereIn('status', HOLD_STATUSES)
    .first();
  if (!row) throw notFound('hold');
  return withExpiry(row, scope);
}

/** A hold is expired from its instant on, whether or not the sweep has been there. */
function withExpiry(row: HoldRow, scope: Scope): HoldRow {
  const over = row.status === 'pending' && row.expires_at !== null && row.expires_at <= scope.clock.now();
  return over ? { ...row, status: 'expired' } : row;
}

/** Holds of a book, newest first. */
export async function listHolds(
  db: Db,
  scope: Scope,
  { limit, after, status }: PageRequest & { status?: HoldStatus | undefined },
): Promise<Page<HoldRow>> {
  const query = db<HoldRow>('ledger_holds').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  const now = scope.clock.now();
  if (status === 'pending') {
    void query
      .where({ status })
      .where((alive) => alive.whereNull('expires_at').orWhere('expires_at', '>', now));
  } else if (status === 'expired') {
    void query.where((over) =>
      over
        .where({ status })
        .orWhere((due) => due.where({ status: 'pending' }).where('expires_at', '<=', now)),
    );
  } else {
    void query.whereIn('status', status ? [status] : HOLD_STATUSES);
  }
  if (after) void query.where('id', '<', after);
  const found = page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
  return { ...found, items: found.items.map((row) => withExpiry(row, scope)) };
}

/** Finishes what requests that died left behind. @returns how many rows */
export async function resumePendingHolds(ctx: Context): Promise<number> {
  const opened = await resumePending<HoldRow>(ctx, {
    table: 'ledger_holds',
    statuses: ['requested'],
    due: { column: 'touched_at', after_ms: ABANDONED_AFTER_MS, retry_in_ms: 0 },
    limit: MAX_ABANDONED,
    resume: open,
  });
  return opened + (await mirrorTouchedHolds(ctx));
}

/**
 * Writes down how holds ended whose request died before it did. One whose ending is not booked is let go of once its
 * request must be dead, so that none stays in the way of those behind it.
 */
async function mirrorTouchedHolds(ctx: Context): Promise<number> {
  const touched = await ctx
    .db<HoldRow>('ledger_holds')
    .whereIn('status', ['pending', 'expired'])
    .where('touched_at', '<', systemTimeIn(-ABANDONED_AFTER_MS))
    .orderBy('touched_at')
    .limit(MAX_ABANDONED);
  const dead = systemTimeIn(-DEAD_AFTER_MS);
  await mirrorEndings(
    ctx,
    touched.map((row) => ((row.touched_at as Date) < dead ? row : { ...row, touched_at: null })),
  );
  return touched.length;
}

/** Notes the expiry of holds whose time is over, each book by its own clock, unless the ledger says that they ended. */
export async function markExpiredHolds(ctx: Context): Promise<void> {
  const { rows: due } = await ctx.db.raw<{ rows: HoldRow[] }>(READ_DUE, [MAX_ABANDONED]);
  if (due.length === 0) return;
  const ended = await mirrorEndings(ctx, due);
  await ctx
    .db('ledger_holds')
    .whereIn(
      'id',
      due.map(({ id }) => id).filter((id) => !ended.has(id)),
    )
    .where({ status: 'pending' })
    .whereNull('touched_at')
    .update({ status: 'expired' });
}

const TOUCH = `
  with before as (
    select id, touched_at from ledger_holds where id = ? and status in ('pending', 'expired') for no key update
  )
  update ledger_holds h set touched_at = greatest(?, before.touched_at + interval '1 millisecond')
  from before where h.id = before.id returning h.touched_at, before.touched_at is null as alone`;

/** Locked in one order, so that two sweeps never wait for each other in a circle. */
const MIRROR_ENDINGS = `
  with notes as (
    select * from unnest(?::uuid[], ?::text[], ?::bigint[], ?::timestamptz[]) as v(id, status, captured_minor, touched_at)
  ), locked as (
    select h.id from ledger_holds h join notes v using (id)
    where h.status in ('pending', 'expired') and (v.status is not null or h.touched_at = v.touched_at)
    order by h.id for no key update of h
  )
  update ledger_holds h set status = coalesce(v.status, h.status), captured_minor = v.captured_minor, touched_at = null
  from notes v join locked using (id)
  where h.id = v.id`;

const READ_DUE = `
  select h.* from ledger_holds h join projects p on p.id = h.project_id
  where h.status = 'pending' and h.touched_at is null and h.expires_at is not null
    and h.expires_at <= now() + case when h.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
  order by h.expires_at limit ?`;
