/** Books postings that are due: their transfers' ids follow from the payment, so booking one again is a no-op. */
import { isUnavailable } from '../../../core/errors.ts';
import { isCurrency } from '../../../core/money.ts';
import { scopeOf, type Scope } from '../../../core/scope.ts';
import { isConnectionFault, type Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { openMissingAccounts, postChains, type ChainOutcome } from '../../ledger/index.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { PostingRow } from './posting.model.ts';
import { settlementOf, type Settlement } from './settlement.ts';

export type DuePosting = Pick<
  PaymentRow,
  'project_id' | 'environment' | 'amount_minor' | 'currency' | 'split' | 'credit_to'
> &
  Pick<PostingRow, 'payment_id' | 'generation' | 'next_attempt_at' | 'request_ids'> & {
    test_clock_offset_ms: bigint;
  };

/** A posting with the batch that books it. */
interface PostingBatch extends Settlement {
  scope: Scope;
}

/** What became of a posting; one that met a defect of ours stays pending and is tried again. */
export type PostingOutcome =
  ChainOutcome | { status: 'unsupported'; error: string } | { status: 'stuck'; error: string };

/**
 * Books what can be booked. A posting that can never succeed is told apart before the batch; one that brings the batch
 * down is found by halving, so that it does not hold up the others.
 * @param trx holds the postings' locks; nothing here asks for a connection besides it
 */
export async function bookPostings(
  ctx: Context,
  trx: Transaction,
  rows: DuePosting[],
): Promise<PostingOutcome[]> {
  const supported = rows.filter((row) => isCurrency(row.currency));
  const outcomes = new Map<DuePosting, PostingOutcome>();
  const booked = await bookInHalves(ctx, trx, supported);
  supported.forEach((row, i) => outcomes.set(row, booked[i] as PostingOutcome));
  return rows.map((row) => outcomes.get(row) ?? { status: 'unsupported', error: 'unsupported_currency' });
}

async function bookInHalves(ctx: Context, trx: Transaction, rows: DuePosting[]): Promise<PostingOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return await bookTogether(ctx, trx, rows);
  } catch (error) {
    if (isConnectionFault(error) || isUnavailable(error)) throw error;
    ctx.log.error({ err: error, postings: rows.length }, 'a posting cannot be booked');
    if (rows.length === 1) return [{ status: 'stuck', error: 'internal' }];
    const middle = rows.length >> 1;
    return [
      ...(await bookInHalves(ctx, trx, rows.slice(0, middle))),
      ...(await bookInHalves(ctx, trx, rows.slice(middle))),
    ];
  }
}

async function bookTogether(ctx: Context, trx: Transaction, rows: DuePosting[]): Promise<ChainOutcome[]> {
  const batches = rows.map(batchOf);
  // What fails here is tried again in halves, in the same transaction.
  await openMissingAccounts(
    trx,
    ctx.ledger,
    batches.flatMap(({ scope, accounts }) => accounts.map((key) => ({ scope, key }))),
  );
  return postChains(ctx.ledger, batches);
}

function batchOf(row: DuePosting): PostingBatch {
  const scope = scopeOf(row.project_id, row.environment, row.test_clock_offset_ms);
  return { scope, ...settlementOf(scope, row) };
}
