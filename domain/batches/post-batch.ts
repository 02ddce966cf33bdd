/**
 * Posts an approved batch: the sum comes in, then its lines are booked, many in one batch. A line gets its entry under its lock, so
 * each is booked once, whichever process dies when; one that cannot be booked fails alone.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { AppError, type Reason } from '../../core/errors.ts';
import { SYSTEM } from '../../core/scope.ts';
import { getSettings } from '../cooperative/index.ts';
import { chargeLoans, planRepayments } from '../loans/index.ts';
import {
  bookEntry,
  bookInBatches,
  checkEntries,
  entries as allEntries,
  newEntry,
  storeBatches,
  type EntryRow,
  type TakenBatch,
} from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../platform/unit.ts';
import { recordEvent } from '../webhooks/index.ts';
import { MovementBatch, type BatchLineRow, type BatchRow } from './batch.model.ts';
import { type LineKind } from './batch.rules.ts';
import { assignEntries, countLines, takeLines } from './batch-lines.sql.ts';
import { presentBatch } from './batch.presenter.ts';
import { recordFailed, type FailedLine } from './record-lines.ts';

/** Lines that one batch books. */
const MAX_LINES_PER_BATCH = 2_000;
/** A batch whose job has not ended by then has lost it. */
export const POSTED_WITHIN_MS = 60_000;
/** When a batch is tried again whose last lines wait for loans that are moving. */
const BUSY_PAUSE_MS = 1_000;

const ENTRY_KINDS = {
  deposit: 'deposit',
  share_purchase: 'share_purchase',
  loan_repayment: 'loan_repayment',
  fee: 'member_fee',
} as const satisfies Partial<Record<LineKind, EntryRow['kind']>>;

/** Does what is left to do of a batch; nothing when it has ended. */
export async function postBatch(ctx: Context, batch_id: string): Promise<void> {
  const found = await MovementBatch.query(ctx.db).findWithScope(batch_id);
  if (!found || found.row.due_at === null) return;
  const { row: batch, scope } = found;
  const base = { ctx, scope };
  const receipt = await allEntries.get(ctx.db, scope, batch.entry_id as string);
  const received = allEntries.IN_FLIGHT.includes(receipt.status) ? await bookEntry(base, receipt) : receipt;
  // Nothing of it can lack money.
  if (received.status !== 'posted') throw new Error(`${received.id} of ${batch_id} is ${received.status}`);
  // Of a loan one repayment is begun at a time, so that another round finds those that had to wait.
  for (let booked = 1; booked > 0 && !ctx.closing?.aborted;) booked = await bookRound(base, batch);
  if (!ctx.closing?.aborted) await conclude(base, batch_id);
}

/** @returns how many lines were booked, or have failed */
async function bookRound(base: ScopedContext, batch: BatchRow): Promise<number> {
  await chargeLoans(base.ctx);
  let last = -1;
  let done = 0;
  await bookInBatches(base.ctx, MAX_LINES_PER_BATCH, async () => {
    const taken = await takeBatch(base, batch, last);
    last = taken.last ?? last;
    done += taken.done;
    return taken;
  });
  return done;
}

interface TakenLines extends TakenBatch {
  last?: number;
  /** Lines that are booked now, or have failed. */
  done: number;
}

/** @param after lines that were taken are not read again in this round */
async function takeBatch(base: ScopedContext, batch: BatchRow, after: number): Promise<TakenLines> {
  return inTransaction(base, async (unit) => {
    const { trx } = unit;
    const lines = await takeLines(trx, { batch_id: batch.id, after, limit: MAX_LINES_PER_BATCH });
    const last = lines.at(-1);
    if (!last) return { taken: 0, done: 0, batches: [] };
    const { rows, failed } = await planLines(unit, batch, lines);
    await recordFailed(unit, failed);
    await assignEntries(trx, {
      batch_id: batch.id,
      nos: rows.map(({ line }) => line.no),
      entry_ids: rows.map(({ entry }) => entry.id),
    });
    const { scope } = unit;
    const batches = await storeBatches(
      unit,
      rows.map(({ entry }) => ({ scope, row: entry })),
    );
    return { taken: lines.length, last: last.no, done: rows.length + failed.length, batches };
  });
}

interface PlannedLine {
  line: BatchLineRow;
  entry: EntryRow;
}

/** What is in neither list waits for a loan that is moving. Locks members, then loans. */
async function planLines(
  unit: ScopedUnit,
  batch: BatchRow,
  lines: readonly BatchLineRow[],
): Promise<{ rows: PlannedLine[]; failed: FailedLine[] }> {
  const { trx, scope } = unit;
  const settings = await getSettings(trx, scope);
  const failed: FailedLine[] = [];
  const fail = (line: BatchLineRow, refused: AppError): void => {
    const { reason: error, message: reason } = refused;
    failed.push({ scope, line, error: error ?? 'member_not_active', reason });
  };
  const named: PlannedLine[] = [];
  for (const line of lines) {
    if (line.kind === 'unallocated') {
      const error: Reason = 'payroll_no_unknown';
      failed.push({ scope, line, error, reason: null });
    } else
      named.push({ line, entry: entryOf(unit, batch, { ...line, kind: ENTRY_KINDS[line.kind] }, settings) });
  }
  const checked = await checkEntries(
    unit,
    named.map(({ entry }) => ({ scope, entry })),
    'share',
  );
  const passed = named.flatMap(({ line }, i): PlannedLine[] => {
    const found = checked[i];
    if (found === undefined) throw new Error(`line ${line.no} of ${line.batch_id} was not checked`);
    if (!(found instanceof Error)) return [{ line, entry: found.entry }];
    if (!(found instanceof AppError) || found.code === 'SERVICE_UNAVAILABLE') throw found;
    fail(line, found);
    return [];
  });
  const repayments = passed.filter(({ line }) => line.kind === 'loan_repayment');
  const planned = await planRepayments(
    unit,
    repayments.map(({ entry }) => entry),
  );
  const parts = new Map(repayments.map(({ line }, i) => [line, planned[i]]));
  const rows = passed.flatMap(({ line, entry }): PlannedLine[] => {
    const found = parts.has(line) ? parts.get(line) : entry;
    if (found instanceof AppError) fail(line, found);
    return found === undefined || found === 'busy' || found instanceof AppError
      ? []
      : [{ line, entry: found }];
  });
  return { rows, failed };
}

function entryOf(
  { scope }: ScopedUnit,
  batch: BatchRow,
  line: Omit<BatchLineRow, 'kind'> & { kind: EntryRow['kind'] },
  settings: Parameters<typeof newEntry>[1],
): EntryRow {
  const { kind, member_id, loan_id, savings_account_id, amount_minor } = line;
  return newEntry({ scope, actor: SYSTEM }, settings, {
    kind,
    source: 'batch',
    member_id,
    loan_id,
    savings_account_id,
    amount_minor,
    currency: batch.currency,
    memo: batch.memo,
    reference: line.reference ?? batch.reference,
  });
}

/** Once no line waits any more, the batch says how it ended. */
async function conclude(base: ScopedContext, id: string): Promise<void> {
  await inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const current = await MovementBatch.query(trx).findById(id).forUpdate();
    if (current?.status !== 'posting') return;
    const [counted] = await countLines(trx, { batch_id: id });
    if (!counted) return;
    if (counted.pending > 0n) {
      // Their loans are moving, or another process was booking them when it died.
      await MovementBatch.query(trx)
        .where({ id })
        .patch({ due_at: systemTimeIn(BUSY_PAUSE_MS) });
      unit.enqueue('post-batch', { batch_id: id }, { delay_ms: BUSY_PAUSE_MS });
      return;
    }
    await MovementBatch.query(trx)
      .where({ id })
      .patch({
        status: counted.failed > 0 ? 'posted_with_failures' : 'posted',
        failed_lines: counted.failed,
        failed_minor: BigInt(counted.failed_minor),
        due_at: null,
        posted_at: scope.clock.now(),
      });
    await recordEvent(unit, 'batch.finished', async () =>
      presentBatch(unit.trx, await MovementBatch.query(trx).findInScope(scope, id)),
    );
  });
}

const OVERDUE: OverdueJob<'post-batch'> = {
  table: MovementBatch.tableName,
  id_column: 'id',
  payload_field: 'batch_id',
  due_column: 'due_at',
  job: 'post-batch',
  longest_pause_ms: POSTED_WITHIN_MS,
};

export const countDueBatches = countDueRows(OVERDUE);

/** Enqueues the batches whose job was lost. */
export function sweepBatches(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
