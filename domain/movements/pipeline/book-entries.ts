/** Asks the ledger to book entries, or to hold what a provider is to pay out. Asking again is a no-op. */
import { AppError, type Reason } from '../../../core/errors.ts';
import { scopeName, type Scope } from '../../../core/scope.ts';
import {
  openAccounts,
  postChains,
  type BookedTransfer,
  type ChainOutcome,
  type TransferPoster,
} from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { sentAmount } from '../legs.rules.ts';
import type { EntryTransfer } from '../movement.ts';
import { allocateStored, isAllocated } from './allocate.ts';
import { entryTransfers } from './entry-transfers.ts';

/** What the ledger answered about an entry, with the amounts that it was asked to book. */
export type BookingResult = { entry: EntryRow } & (
  | { status: 'posted'; posted_at: Date; ledger_timestamp: bigint | null }
  | { status: 'paying' }
  | { status: 'failed'; error: Reason; reason?: string }
);

interface Chain {
  index: number;
  scope: Scope;
  entry: EntryRow;
  transfers: EntryTransfer[];
}

/**
 * @returns the result of each, in their order
 * @throws AppError SERVICE_UNAVAILABLE when the ledger does not answer, or `busy` while another movement must be booked first
 */
export async function bookEntries(
  ctx: Context,
  rows: ScopedRow<EntryRow>[],
  ledger: TransferPoster,
): Promise<BookingResult[]> {
  const allocated = await Promise.all(rows.map(({ scope, row }) => allocateStored({ ctx, scope }, row)));
  const results = new Map<number, BookingResult>();
  const chains: Chain[] = [];
  allocated.forEach((entry, index) => {
    const { scope, row } = rows[index] as ScopedRow<EntryRow>;
    if (entry instanceof AppError) {
      const error = entry.reason as Reason;
      results.set(index, { entry: row, status: 'failed', error, reason: entry.message });
      return;
    }
    const transfers = entryTransfers(ctx, entry);
    if (transfers.length > 0) chains.push({ index, scope, entry, transfers });
    else
      results.set(index, { entry, status: 'posted', posted_at: scope.clock.now(), ledger_timestamp: null });
  });
  const missing = accountsToOpen(ctx, chains);
  if (missing.length > 0) await openAccounts(ctx.db, ctx.ledger, missing);
  const outcomes = await postChains(
    ledger,
    chains.map(({ scope, transfers }) => ({ scope, chain: transfers.map(({ transfer }) => transfer) })),
  );
  chains.forEach((chain, i) => results.set(chain.index, resultOf(ctx, chain, outcomes[i] as ChainOutcome)));
  return rows.map((_row, index) => results.get(index) as BookingResult);
}

/** Each once: many entries of a batch open the same ones. */
function accountsToOpen({ movements }: Context, chains: readonly Chain[]) {
  const opened = chains.flatMap(({ scope, entry }) =>
    movements
      .of(entry)
      .opens(entry)
      .map(({ kind, currency, owner }) => ({ scope, key: { kind, currency, owner } })),
  );
  const nameOf = ({ scope, key }: (typeof opened)[number]): string =>
    `${scopeName(scope)} ${key.kind} ${key.currency} ${key.owner}`;
  return [...new Map(opened.map((each) => [nameOf(each), each])).values()];
}

/** When a chain was posted, and its place in the ledger's order: those of its last transfer. */
export function postedBy(chain: readonly BookedTransfer[]): { posted_at: Date; ledger_timestamp: bigint } {
  const last = chain.at(-1) as BookedTransfer;
  return { posted_at: last.created_at, ledger_timestamp: last.timestamp };
}

/** Whether its amounts are worked out under a lock, it moves accounts that may not be open, or it has effects. */
export function needsOwnTransaction(ctx: Context, entry: EntryRow): boolean {
  const { opens, effects } = ctx.movements.of(entry);
  return !isAllocated(ctx, entry) || opens(entry).length > 0 || effects.length > 0;
}

function resultOf(
  { movements }: Pick<Context, 'movements'>,
  { entry, transfers }: Chain,
  outcome: ChainOutcome,
): BookingResult {
  if (outcome.status !== 'refused')
    return sentAmount(movements.of(entry), entry) > 0n
      ? { entry, status: 'paying' }
      : { entry, status: 'posted', ...postedBy(outcome.transfers) };
  const refused = transfers[outcome.index] as EntryTransfer;
  // A repeat of a request whose answer was lost fails for the same reason as at first.
  const error = refused.reasonFor(outcome.earlier ?? outcome.error);
  if (!error) throw new Error(`the ledger refused ${entry.id}: ${outcome.error}`);
  return { entry, status: 'failed', error };
}
