/** How lines end: as their entries do, or before there is one. The money of a line that fails is a receipt that anybody can allocate. */
import type { Reason } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { receiptRows, type EndedEntry } from '../movements/index.ts';
import type { Unit } from '../platform/unit.ts';
import { MovementBatch, type BatchLineRow } from './batch.model.ts';
import { failLines, readLinesOfEntries, recordPosted } from './batch-lines.sql.ts';

export async function recordLines(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const { trx } = unit;
  const posted = ended.filter(({ entry }) => entry.status === 'posted');
  if (posted.length > 0) await recordPosted(trx, { entry_ids: posted.map(({ entry }) => entry.id) });
  const failed = new Map(ended.flatMap((each) => (posted.includes(each) ? [] : [[each.entry.id, each]])));
  if (failed.size === 0) return;
  const lines = await readLinesOfEntries(trx, { entry_ids: [...failed.keys()] });
  await recordFailed(
    unit,
    lines.map((line) => {
      const { scope, entry } = failed.get(line.entry_id as string) as EndedEntry;
      return { scope, line, error: entry.error as Reason, reason: entry.reason };
    }),
  );
}

export interface FailedLine {
  scope: Scope;
  line: BatchLineRow;
  error: Reason;
  /** The same as a sentence. */
  reason: string | null;
}

export async function recordFailed({ trx }: Pick<Unit, 'trx'>, failed: readonly FailedLine[]): Promise<void> {
  if (failed.length === 0) return;
  const batch_ids = [...new Set(failed.map(({ line }) => line.batch_id))];
  const batches = new Map(
    (await MovementBatch.query(trx).whereIn('id', batch_ids)).map((batch) => [batch.id, batch]),
  );
  const receipts = failed.map(({ scope, line, error }) => {
    const batch = batches.get(line.batch_id) as MovementBatch;
    return {
      id: newId('receipt'),
      ...scopeColumns(scope),
      payment_id: null,
      amount_minor: line.amount_minor,
      currency: batch.currency,
      account_number: line.named,
      reference: line.reference ?? batch.reference,
      memo: `${batch.memo}, line ${line.line_no}`,
      member_id: line.member_id,
      loan_id: line.loan_id,
      status: 'unallocated',
      reason: error,
      unallocated_minor: line.amount_minor,
      booked: true,
      received_at: scope.clock.now(),
    };
  });
  await insertAll(trx, receiptRows.SaccoReceipt.tableName, receipts);
  await failLines(trx, {
    batch_ids: failed.map(({ line }) => line.batch_id),
    nos: failed.map(({ line }) => line.no),
    errors: failed.map(({ error }) => error),
    reasons: failed.map(({ reason }) => reason),
    receipt_ids: receipts.map(({ id }) => id),
  });
}
