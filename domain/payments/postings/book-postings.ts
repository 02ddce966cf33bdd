/** Books due postings: their transfers' ids follow from the payment, so booking one again is a no-op. */
import { isUnavailable } from '../../../core/errors.ts';
import { isCurrency } from '../../../core/money.ts';
import { scopeOf, type Scope } from '../../../core/scope.ts';
import { isConnectionFault } from '../../../db/faults.ts';
import type { Unit } from '../../platform/unit.ts';
import { openMissingAccounts, postChains, type ChainOutcome } from '../../ledger/index.ts';
import type { DuePosting } from './posting.sql.ts';
import { settlementOf, type Settlement } from './settlement.ts';

/** A posting with the batch that books it. */
interface PostingBatch extends Settlement {
  scope: Scope;
}

/** The result of a posting; one that met a defect of ours stays pending and is retried. */
export type PostingOutcome =
  ChainOutcome | { status: 'unsupported'; error: string } | { status: 'stuck'; error: string };

/**
 * Books what can be booked. Postings that can never succeed are sorted out before the batch; one that makes the batch fail is
 * found by halving, so that it does not hold up the others.
 * @param unit whose transaction has locked the postings; no other connection is used here
 */
export async function bookPostings(unit: Unit, rows: DuePosting[]): Promise<PostingOutcome[]> {
  const supported = rows.filter((row) => isCurrency(row.currency));
  const outcomes = new Map<DuePosting, PostingOutcome>();
  const booked = await bookInHalves(unit, supported);
  supported.forEach((row, i) => outcomes.set(row, booked[i] as PostingOutcome));
  return rows.map((row) => outcomes.get(row) ?? { status: 'unsupported', error: 'unsupported_currency' });
}

async function bookInHalves(unit: Unit, rows: DuePosting[]): Promise<PostingOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return await bookTogether(unit, rows);
  } catch (error) {
    if (isConnectionFault(error) || isUnavailable(error)) throw error;
    unit.ctx.log.error({ err: error, postings: rows.length }, 'a posting cannot be booked');
    if (rows.length === 1) return [{ status: 'stuck', error: 'internal' }];
    const middle = rows.length >> 1;
    return [
      ...(await bookInHalves(unit, rows.slice(0, middle))),
      ...(await bookInHalves(unit, rows.slice(middle))),
    ];
  }
}

async function bookTogether(unit: Unit, rows: DuePosting[]): Promise<ChainOutcome[]> {
  const batches = rows.map(batchOf);
  // What fails here is tried again in halves, in the same transaction.
  await openMissingAccounts(
    unit.trx,
    unit.ctx.ledger,
    batches.flatMap(({ scope, accounts }) => accounts.map((key) => ({ scope, key }))),
  );
  return postChains(unit.ctx.ledger, batches);
}

function batchOf(row: DuePosting): PostingBatch {
  const scope = scopeOf(row.project_id, row.environment, row.test_clock_offset_ms);
  return { scope, ...settlementOf(scope, row) };
}
