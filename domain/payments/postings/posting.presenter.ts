/** Postings as clients see them. */
import { dateTime, integer, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { POSTING_STATUSES, type PostingRow } from './posting.model.ts';

export const postingSchema = resource(
  'Posting',
  'How far a completed payment has got on its way into the ledger',
  {
    payment_id: string,
    transaction_id: string,
    status: oneOf(POSTING_STATUSES),
    attempts: integer,
    error: string.nullable(),
    created_at: dateTime,
    posted_at: dateTime.nullable(),
  },
);

export function presentPosting(posting: PostingRow): Wire<typeof postingSchema> {
  return {
    payment_id: posting.payment_id,
    transaction_id: posting.payment_id,
    status: posting.status,
    attempts: posting.attempts,
    error: posting.error,
    created_at: posting.created_at,
    posted_at: posting.posted_at,
  };
}
