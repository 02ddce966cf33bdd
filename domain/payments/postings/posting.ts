/** The posting as stored: how far a completed payment has got on its way into the ledger. */
import { notFound, refusal } from '../../../core/errors.ts';
import type { Environment, Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';

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
