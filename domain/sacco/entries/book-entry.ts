/** Asks the ledger to book an entry. The transfers' ids follow from the entry, so booking it again is a no-op. */
import type { Reason } from '../../../core/errors.ts';
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { accountId, type ChainOutcome, type Transfer } from '../../ledger/index.ts';
import { accountKeyOf } from '../members/accounts.ts';
import { bookingOf, legAmount, legsOf, shortageOf, type Leg } from './booking-table.rules.ts';
import type { EntryRow } from './entry.model.ts';

/** The transfers of an entry, one per leg that moves anything. */
export function transfersOf(entry: EntryRow): Transfer[] {
  return legsOf(entry).map((leg, i) => ({
    id: derivedUuid(decodeId(entry.id), String(i)),
    debit_account_id: accountId(entry, accountKeyOf(leg.debit, entry.currency, entry.member_id)),
    credit_account_id: accountId(entry, accountKeyOf(leg.credit, entry.currency, entry.member_id)),
    amount: legAmount(leg, entry),
    code: bookingOf(entry).code,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: entry.id,
    memo: entry.memo,
  }));
}

/** What the ledger said of an entry. */
export type BookingResult =
  | { status: 'posted'; posted_at: Date; ledger_timestamp: bigint | null }
  | { status: 'failed'; error: Reason };

export async function askLedger(ctx: Context, scope: Scope, entry: EntryRow): Promise<BookingResult> {
  const transfers = transfersOf(entry);
  const now = scope.clock.now();
  const [outcome] = transfers.length > 0 ? await ctx.ledger.post([transfers], now) : [];
  return outcome ? resultOf(entry, outcome) : { status: 'posted', posted_at: now, ledger_timestamp: null };
}

function resultOf(entry: EntryRow, outcome: ChainOutcome): BookingResult {
  if (outcome.status !== 'refused') {
    const last = outcome.transfers.at(-1);
    return {
      status: 'posted',
      posted_at: last?.created_at as Date,
      ledger_timestamp: last?.timestamp as bigint,
    };
  }
  const leg = legsOf(entry)[outcome.index] as Leg;
  const error = shortageOf(leg, outcome.error);
  if (!error) throw new Error(`the ledger refused ${entry.id}: ${outcome.error}`);
  return { status: 'failed', error };
}
