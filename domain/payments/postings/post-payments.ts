/**
 * Books completed payments into the ledger, many in one batch. A posting row is pending until its transfers are booked;
 * the transfers' ids follow from the payment, so booking it again is a no-op and any crash may be repeated.
 */
import { scopeOf, type Environment, type Scope } from '../../../core/scope.ts';
import { AppError, notFound, refusal } from '../../../core/errors.ts';
import { isCurrency } from '../../../core/money.ts';
import { realIn } from '../../../core/clock.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { transact, type AfterCommit } from '../../platform/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { accountId, addDailyTotals, openAccounts, type ChainOutcome } from '../../ledger/index.ts';
import { creditRoom, type CreditTo } from '../destinations.ts';
import type { PaymentRow } from '../payment.ts';
import { settlementOf, type Settlement } from './settlement.ts';

export type PostingStatus = 'pending' | 'posted' | 'failed';

export interface PostingRow {
  payment_id: string;
  project_id: string;
  environment: Environment;
  generation: number;
  status: PostingStatus;
  attempts: number;
  error: string | null;
  next_attempt_at: Date;
  created_at: Date;
  posted_at: Date | null;
}

type DuePosting = Pick<
  PaymentRow,
  'project_id' | 'environment' | 'amount_minor' | 'currency' | 'split' | 'credit_to'
> &
  Pick<PostingRow, 'payment_id' | 'generation' | 'next_attempt_at'> & { test_clock_offset_ms: bigint };

/** Postings booked in one batch: the engine is near its best from here on, and a batch stays well under a second. */
const BATCH = 1_000;
/** A posting that could not be booked is tried again after that long. */
const RETRY_AFTER_MS = 30_000;

/** Batches under way at once in one drain: while one is booked, others are read and noted down. */
const LANES = 3;

/** Where a drain has got to, in the order of due postings. */
interface Progress {
  next_attempt_at: Date;
  payment_id: string;
}

/** Books all pending postings that are due. @returns how many were booked */
export async function postPendingPayments(ctx: Context): Promise<number> {
  // What was taken is not looked at again: it would be the longer a walk over dead entries, the longer the queue was.
  const progress: Progress = { next_attempt_at: new Date(0), payment_id: '' };
  const lane = async (): Promise<number> => {
    let booked = 0;
    for (;;) {
      const batch = await postBatch(ctx, progress);
      booked += batch.booked;
      if (batch.taken < BATCH) return booked;
    }
  };
  const lanes = await Promise.all(Array.from({ length: LANES }, lane));
  return lanes.reduce((total, booked) => total + booked, 0);
}

/** Gives a posting to every completed payment that has none, then books all that is pending. */
export async function sweepPostings(ctx: Context): Promise<number> {
  for (;;) {
    const { rowCount } = await ctx.db.raw(CREATE_MISSING_POSTINGS, [BATCH]);
    if (rowCount < BATCH) break;
  }
  return postPendingPayments(ctx);
}

async function postBatch(ctx: Context, progress: Progress): Promise<{ taken: number; booked: number }> {
  let ids: string[] = [];
  try {
    return await transact(ctx, async (trx, after) => {
      // Other workers skip what this one holds; if it dies, the locks go with it.
      const { rows } = await trx.raw<{ rows: DuePosting[] }>(TAKE_DUE_POSTINGS, [
        progress.next_attempt_at,
        progress.payment_id,
        BATCH,
      ]);
      Object.assign(progress, rows.at(-1));
      ids = rows.map((row) => row.payment_id);
      if (rows.length === 0) return { taken: 0, booked: 0 };
      const outcomes = await bookAll(ctx, rows);
      return { taken: rows.length, booked: await recordOutcomes(trx, after, rows, outcomes) };
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') || ids.length === 0) throw error;
    await ctx
      .db('postings')
      .whereIn('payment_id', ids)
      .where('status', 'pending')
      .update({
        attempts: ctx.db.raw('attempts + 1'),
        error: 'ledger_unavailable',
        next_attempt_at: realIn(RETRY_AFTER_MS),
      });
    throw error;
  }
}

interface Booking extends Settlement {
  scope: Scope;
}

/** What became of a posting; one that met a defect of ours stays pending and is tried again. */
type Outcome = ChainOutcome | { status: 'unsupported'; error: string } | { status: 'stuck'; error: string };

/**
 * Books what can be booked. A posting that can never succeed is told apart before the batch; one that brings the batch
 * down is found by halving, so that it does not hold up the others.
 */
async function bookAll(ctx: Context, rows: DuePosting[]): Promise<Outcome[]> {
  const supported = rows.filter((row) => isCurrency(row.currency));
  const outcomes = new Map<DuePosting, Outcome>();
  const booked = await bookInHalves(ctx, supported);
  supported.forEach((row, i) => outcomes.set(row, booked[i] as Outcome));
  return rows.map((row) => outcomes.get(row) ?? { status: 'unsupported', error: 'unsupported_currency' });
}

async function bookInHalves(ctx: Context, rows: DuePosting[]): Promise<Outcome[]> {
  if (rows.length === 0) return [];
  try {
    return await book(ctx, rows);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
    ctx.log.error({ err: error, postings: rows.length }, 'a posting cannot be booked');
    if (rows.length === 1) return [{ status: 'stuck', error: 'internal' }];
    const middle = rows.length >> 1;
    return [
      ...(await bookInHalves(ctx, rows.slice(0, middle))),
      ...(await bookInHalves(ctx, rows.slice(middle))),
    ];
  }
}

async function book(ctx: Context, rows: DuePosting[]): Promise<ChainOutcome[]> {
  const bookings = rows.map(bookingOf);
  await openMissingAccounts(ctx, bookings);
  // A batch has one present time; books whose test clock was moved are batches of their own.
  const byOffset = new Map<number, Booking[]>();
  for (const booking of bookings) {
    const { offset_ms } = booking.scope.clock;
    byOffset.set(offset_ms, [...(byOffset.get(offset_ms) ?? []), booking]);
  }
  const outcomes = new Map<Booking, ChainOutcome>();
  await Promise.all(
    [...byOffset.values()].map(async (group) => {
      const now = (group[0] as Booking).scope.clock.now();
      const answers = await ctx.ledger.post(
        group.map(({ chain }) => chain),
        now,
      );
      group.forEach((booking, i) => outcomes.set(booking, answers[i] as ChainOutcome));
    }),
  );
  return bookings.map((booking) => outcomes.get(booking) as ChainOutcome);
}

function bookingOf(row: DuePosting): Booking {
  const scope = scopeOf(row.project_id, row.environment, row.test_clock_offset_ms);
  return { scope, ...settlementOf(scope, row) };
}

async function openMissingAccounts(ctx: Context, bookings: Booking[]): Promise<void> {
  const wanted = new Map(
    bookings.flatMap(({ scope, accounts }) => accounts.map((key) => [accountId(scope, key), { scope, key }])),
  );
  const open = await ctx
    .db('ledger_accounts')
    .whereIn('id', [...wanted.keys()])
    .pluck('id');
  for (const id of open) wanted.delete(id);
  if (wanted.size > 0) await openAccounts(ctx.db, ctx.ledger, [...wanted.values()]);
}

async function recordOutcomes(
  trx: Transaction,
  after: AfterCommit,
  rows: DuePosting[],
  outcomes: Outcome[],
): Promise<number> {
  const notes = outcomes.map(noteOf);
  const posted_at = rows.map((row) =>
    scopeOf(row.project_id, row.environment, row.test_clock_offset_ms).clock.now(),
  );
  await trx.raw(RECORD_OUTCOMES, [
    realIn(RETRY_AFTER_MS),
    rows.map((row) => row.payment_id),
    notes.map(({ status }) => status),
    notes.map(({ error }) => error as string),
    posted_at,
  ]);
  await addDailyTotals(
    trx,
    outcomes.flatMap((outcome, i) => {
      const { project_id, environment, currency } = rows[i] as DuePosting;
      if (outcome.status !== 'created' && outcome.status !== 'replayed') return [];
      return outcome.transfers.map((transfer) => ({ project_id, environment, currency, transfer }));
    }),
  );
  const booked = rows.filter((_row, i) => notes[i]?.status === 'posted');
  await passOn(trx, after, booked);
  return booked.length;
}

/** Tells the rooms to which the money of these payments goes on. */
async function passOn(trx: Transaction, after: AfterCommit, booked: DuePosting[]): Promise<void> {
  const byRoom = new Map<CreditTo, string[]>();
  for (const { credit_to, payment_id } of booked) {
    if (credit_to) byRoom.set(credit_to, [...(byRoom.get(credit_to) ?? []), payment_id]);
  }
  for (const [name, payment_ids] of byRoom) {
    const room = creditRoom(name);
    await room.booked(trx, payment_ids);
    for (const payment_id of payment_ids) after(room.job, { payment_id });
  }
}

function noteOf(outcome: Outcome): { status: PostingStatus; error: string | null } {
  if (outcome.status === 'refused') return { status: 'failed', error: outcome.fault };
  if (outcome.status === 'unsupported') return { status: 'failed', error: outcome.error };
  if (outcome.status === 'stuck') return { status: 'pending', error: outcome.error };
  return { status: 'posted', error: null };
}

/** Postings of a book, newest first. */
export async function listPostings(
  db: Db,
  scope: Scope,
  { limit, after, status }: PageRequest & { status?: PostingStatus | undefined },
): Promise<Page<PostingRow>> {
  const book = { project_id: scope.project_id, environment: scope.environment };
  const query = db<PostingRow>('postings').where(book);
  if (status) void query.where({ status });
  if (after) {
    const last = db('postings')
      .where({ ...book, payment_id: after })
      .select('created_at', 'payment_id');
    void query.whereRaw('(created_at, payment_id) < ?', last);
  }
  const rows = await query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'payment_id', order: 'desc' },
    ])
    .limit(limit + 1);
  return page(rows, limit, (row) => row.payment_id);
}

/** Puts a failed posting back to pending. @throws AppError `posting_not_failed` */
export async function retryPosting(ctx: Context, scope: Scope, payment_id: string): Promise<PostingRow> {
  const mine = { payment_id, project_id: scope.project_id, environment: scope.environment };
  const [row] = await ctx
    .db<PostingRow>('postings')
    .where({ ...mine, status: 'failed' })
    .update({
      status: 'pending',
      error: null,
      generation: ctx.db.raw('generation + 1'),
      next_attempt_at: ctx.db.fn.now(),
    } as never)
    .returning('*');
  if (!row) {
    const exists = await ctx.db('postings').where(mine).first();
    throw exists ? refusal('posting_not_failed') : notFound('posting');
  }
  void ctx.jobs.enqueue('post-payments', {});
  return row;
}

const CREATE_MISSING_POSTINGS = `
  with missing as (
    select id from payments where status = 'completed' and not has_posting limit ? for update skip locked
  ), marked as (
    update payments p set has_posting = true from missing where p.id = missing.id
    returning p.id, p.project_id, p.environment, p.completed_at
  )
  insert into postings (payment_id, project_id, environment, created_at)
  select id, project_id, environment, completed_at from marked on conflict do nothing`;

const TAKE_DUE_POSTINGS = `
  select s.payment_id, s.generation, s.next_attempt_at, p.project_id, p.environment, p.amount_minor, p.currency, p.split, p.credit_to,
    projects.test_clock_offset_ms
  from postings s join payments p on p.id = s.payment_id join projects on projects.id = p.project_id
  where s.status = 'pending' and s.next_attempt_at <= now() and (s.next_attempt_at, s.payment_id) > (?, ?)
  order by s.next_attempt_at, s.payment_id limit ? for update of s skip locked`;

const RECORD_OUTCOMES = `
  update postings s set attempts = attempts + 1, error = v.error, status = v.status,
    posted_at = case when v.status = 'posted' then v.posted_at end,
    next_attempt_at = case when v.status = 'pending' then ?::timestamptz else s.next_attempt_at end
  from unnest(?::text[], ?::text[], ?::text[], ?::timestamptz[]) as v(payment_id, status, error, posted_at)
  where s.payment_id = v.payment_id`;
