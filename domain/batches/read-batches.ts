/** Finds batches and their lines. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { MovementBatch, MovementBatchLine, type BatchLineRow, type BatchRow } from './batch.model.ts';
import { type BatchStatus, type LineStatus } from './batch.rules.ts';

/** Newest first. */
export function listBatches(
  db: Queryable,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: BatchStatus | undefined },
): Promise<Page<BatchRow>> {
  return MovementBatch.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}

/** @throws AppError NOT_FOUND */
export function getBatch(db: Queryable, scope: Scope, id: string): Promise<BatchRow> {
  return MovementBatch.query(db).findInScope(scope, id);
}

/** In the order of the file. */
export async function listBatchLines(
  db: Queryable,
  scope: Scope,
  batch_id: string,
  { status, limit, after }: PageRequest & { status?: LineStatus | undefined },
): Promise<Page<BatchLineRow>> {
  const query = MovementBatchLine.query(db).inScope(scope).where({ batch_id }).whereGiven('status', status);
  if (after !== undefined) void query.where('no', '>', Number(after));
  const rows: BatchLineRow[] = await query.orderBy('no').limit(limit + 1);
  return page(rows, limit, ({ no }) => String(no));
}

/** All of them, of which a file bounds the number. */
export async function readLines(db: Queryable, scope: Scope, batch_id: string): Promise<BatchLineRow[]> {
  return await MovementBatchLine.query(db).inScope(scope).where({ batch_id }).orderBy('no');
}
