/** Stores a batch with its lines, which waits for a second person. */
import { newId } from '../../core/ids.ts';
import { formatMoney } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { ChartAccountRow } from '../chart/index.ts';
import type { CallerUnit, ScopedUnit } from '../platform/unit.ts';
import {
  MovementBatch,
  MovementBatchLine,
  type BatchLineRow,
  type BatchRow,
  type NewLine,
} from './batch.model.ts';
import { type BatchSource } from './batch.rules.ts';

/** Lines that one statement inserts. */
const LINES_PER_INSERT = 5_000;

export interface BatchToStore extends Pick<BatchRow, 'currency' | 'total_minor' | 'memo'> {
  id: string;
  source: BatchSource;
  bank: ChartAccountRow | null;
  reference: string | null;
  lines: readonly NewLine[];
  /** Of a remittance. */
  remittance: (Pick<BatchRow, 'employer_id' | 'month' | 'content_sha256'> & { employer: string }) | null;
}

export function newBatchId(): string {
  return newId('movement_batch');
}

export async function storeBatch(
  unit: CallerUnit,
  { id, bank, lines, remittance, ...batch }: BatchToStore,
): Promise<BatchRow> {
  const { ctx, trx, scope, actor } = unit;
  const from = bank ? `into ${bank.code} ${bank.name}` : 'in cash';
  const approval_id = await ctx.second_person.request(unit, {
    kind: 'movement_batch',
    subject: { type: 'batch', id },
    summary: remittance
      ? `${formatMoney(batch.total_minor, batch.currency)} ${from} of ${remittance.employer} for ${remittance.month?.slice(0, 7)}`
      : `${formatMoney(batch.total_minor, batch.currency)} ${from}, split into ${lines.length} lines: ${batch.memo}`,
    memo: batch.memo,
    amount: { amount_minor: batch.total_minor, currency: batch.currency },
  });
  const { employer: _employer, ...of_employer } = remittance ?? { employer: null };
  const stored: BatchRow = await MovementBatch.query(trx)
    .insert({
      id,
      ...scopeColumns(scope),
      ...batch,
      ...of_employer,
      status: 'awaiting_approval',
      bank_account_id: bank?.id ?? null,
      lines: lines.length,
      requested_by_type: actor.type,
      requested_by_id: actor.id,
      approval_id,
      created_at: scope.clock.now(),
    })
    .returning('*');
  await insertLines(unit, id, lines);
  return stored;
}

/** Other lines of a batch of which nothing has been booked. */
export async function replaceLines(unit: ScopedUnit, id: string, lines: readonly NewLine[]): Promise<void> {
  const { trx } = unit;
  await MovementBatchLine.query(trx).where({ batch_id: id }).delete();
  await insertLines(unit, id, lines);
  await MovementBatch.query(trx).where({ id }).patch({ lines: lines.length });
}

/** Lines of which nothing has been booked, as they are stored. */
function pendingLines(scope: Scope, batch_id: string, lines: readonly NewLine[]): BatchLineRow[] {
  return lines.map((line, no) => ({
    batch_id,
    no,
    ...scopeColumns(scope),
    ...line,
    status: 'pending',
    error: null,
    reason: null,
    entry_id: null,
    receipt_id: null,
  }));
}

async function insertLines(
  { trx, scope }: ScopedUnit,
  batch_id: string,
  lines: readonly NewLine[],
): Promise<void> {
  const rows = pendingLines(scope, batch_id, lines);
  for (let at = 0; at < rows.length; at += LINES_PER_INSERT)
    await insertAll(trx, MovementBatchLine.tableName, rows.slice(at, at + LINES_PER_INSERT));
}
