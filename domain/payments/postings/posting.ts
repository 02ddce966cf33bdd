/** Finds postings and retries failed ones. */
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { Posting, type PostingRow, type PostingStatus } from './posting.model.ts';
import { retryFailedPosting } from './posting.sql.ts';

/** Postings of a project and environment, newest first. */
export function listPostings(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: PostingStatus | undefined },
): Promise<Page<PostingRow>> {
  return Posting.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .paginateByMoment(request, {
      moment: 'created_at',
      id: 'payment_id',
      within: scopeColumns(scope),
      after_missing_row: 'empty',
    });
}

/** Puts a failed posting back to pending. @throws AppError NOT_FOUND, `posting_not_failed` */
export async function retryPosting({ ctx, scope }: ScopedContext, payment_id: string): Promise<PostingRow> {
  const [posting] = await retryFailedPosting(ctx.db, { payment_id, ...scopeColumns(scope) });
  if (!posting) {
    await Posting.query(ctx.db).findInScope(scope, payment_id);
    throw refusal('posting_not_failed');
  }
  void ctx.jobs.enqueue('post-payments', {});
  return posting;
}
