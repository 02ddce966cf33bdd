/** Records what the ledger answered about postings, with the report's totals and those to whom the money goes on. */
import { systemTimeIn } from '../../../core/clock.ts';
import { scopeOf } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { EnqueueAfterCommit } from '../../platform/unit.ts';
import { addDailyTotals } from '../../ledger/index.ts';
import type { PaymentDestinationKind } from '../destination.port.ts';
import type { DuePosting, PostingOutcome } from './book-postings.ts';
import type { PostingStatus } from './posting.model.ts';

/** A posting that could not be booked is tried again after that long. */
export const RETRY_AFTER_MS = 30_000;

export async function recordPostings(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  rows: DuePosting[],
  outcomes: PostingOutcome[],
): Promise<number> {
  const results = outcomes.map(resultOf);
  const posted_at = rows.map((row) =>
    scopeOf(row.project_id, row.environment, row.test_clock_offset_ms).clock.now(),
  );
  await trx.raw(RECORD_OUTCOMES, [
    systemTimeIn(RETRY_AFTER_MS),
    rows.map((row) => row.payment_id),
    results.map(({ status }) => status),
    results.map(({ error }) => error as string),
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
  const booked = rows.filter((_row, i) => results[i]?.status === 'posted');
  await notifyDestinations(ctx, trx, enqueueAfterCommit, booked);
  return booked.length;
}

/** Tells those to whom the money of these payments goes on. */
async function notifyDestinations(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  booked: DuePosting[],
): Promise<void> {
  const byKind = new Map<PaymentDestinationKind, string[]>();
  for (const { credit_to, payment_id } of booked) {
    if (credit_to) byKind.set(credit_to, [...(byKind.get(credit_to) ?? []), payment_id]);
  }
  for (const [kind, payment_ids] of byKind) {
    const destination = ctx.destinations[kind];
    await destination.onPosted(trx, payment_ids);
    for (const payment_id of payment_ids) enqueueAfterCommit(destination.job, { payment_id });
  }
}

function resultOf(outcome: PostingOutcome): { status: PostingStatus; error: string | null } {
  if (outcome.status === 'refused') return { status: 'failed', error: outcome.error };
  if (outcome.status === 'unsupported') return { status: 'failed', error: outcome.error };
  if (outcome.status === 'stuck') return { status: 'pending', error: outcome.error };
  return { status: 'posted', error: null };
}

const RECORD_OUTCOMES = `
  update postings s set attempts = attempts + 1, error = v.error, status = v.status,
    posted_at = case when v.status = 'posted' then v.posted_at end,
    next_attempt_at = case when v.status = 'pending' then ?::timestamptz else s.next_attempt_at end
  from unnest(?::text[], ?::text[], ?::text[], ?::timestamptz[]) as v(payment_id, status, error, posted_at)
  where s.payment_id = v.payment_id`;
