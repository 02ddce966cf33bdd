/** Records what the ledger answered about postings, with the report's totals, and notifies the payments' destinations. */
import { systemTimeIn } from '../../../core/clock.ts';
import { groupBy } from '../../../core/group-by.ts';
import { scopeOf } from '../../../core/scope.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import { addDailyTotals } from '../../ledger/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { PostingOutcome } from './book-postings.ts';
import type { PostingStatus } from './posting.model.ts';
import { recordOutcomes, type DuePosting } from './posting.sql.ts';

/** A posting that could not be booked is tried again after that long. */
export const RETRY_AFTER_MS = 30_000;

/** @returns how many were booked */
export async function recordPostings(
  unit: Unit,
  rows: DuePosting[],
  outcomes: PostingOutcome[],
): Promise<number> {
  const results = rows.map((row, i) => ({
    payment_id: row.payment_id,
    posted_at: scopeOf(row.project_id, row.environment, row.test_clock_offset_ms).clock.now(),
    ...resultOf(outcomes[i] as PostingOutcome),
  }));
  await recordOutcomes(unit.trx, {
    retry_at: systemTimeIn(RETRY_AFTER_MS),
    ...columnsOf(results, 'payment_id', 'status', 'error', 'posted_at'),
  });
  await addDailyTotals(
    unit.trx,
    outcomes.flatMap((outcome, i) => {
      const { project_id, environment, currency } = rows[i] as DuePosting;
      if (outcome.status !== 'created' && outcome.status !== 'replayed') return [];
      return outcome.transfers.map((transfer) => ({ project_id, environment, currency, transfer }));
    }),
  );
  const booked = rows.filter((_row, i) => results[i]?.status === 'posted');
  await notifyDestinations(unit, booked);
  return booked.length;
}

async function notifyDestinations(unit: Unit, booked: DuePosting[]): Promise<void> {
  for (const [kind, rows] of groupBy(booked, ({ credit_to }) => credit_to))
    if (kind)
      await unit.ctx.destinations[kind].onPosted(
        unit,
        rows.map(({ payment_id }) => payment_id),
      );
}

function resultOf(outcome: PostingOutcome): { status: PostingStatus; error: string | null } {
  if (outcome.status === 'refused') return { status: 'failed', error: outcome.error };
  if (outcome.status === 'unsupported') return { status: 'failed', error: outcome.error };
  if (outcome.status === 'stuck') return { status: 'pending', error: outcome.error };
  return { status: 'posted', error: null };
}
