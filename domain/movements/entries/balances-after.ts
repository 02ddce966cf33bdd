/** What a member held right after an entry, whatever was booked later. */
import type { Context } from '../../platform/context.ts';
import { accountId, balanceOf, type AccountBalances } from '../../ledger/index.ts';
import { accountKeyOf } from '../accounts.rules.ts';
import type { EntryRow } from './entry.model.ts';

/** In minor units. */
export interface BalancesAfter {
  savings_minor: bigint;
  shares_minor: bigint;
}

const KINDS = ['member_savings', 'member_shares'] as const;

/**
 * Asks the ledger once for all of them.
 * @returns in their order; null for an entry of no member, or one that is not posted
 */
export async function balancesAfter(
  { ledger }: Pick<Context, 'ledger'>,
  entries: readonly EntryRow[],
): Promise<(BalancesAfter | null)[]> {
  const own = entries.filter(({ member_id, status }) => member_id !== null && status === 'posted');
  const accounts = own.flatMap((entry) =>
    KINDS.map((kind) => ({ kind, entry, account_id: accountId(entry, accountKeyOf(kind, entry)) })),
  );
  const counters = await ledger.balancesAfter(
    // An entry without transfers is the exit of a member who had nothing: as before the first transfer.
    accounts.map(({ account_id, entry }) => ({
      account_id,
      timestamp: entry.ledger_timestamp ?? 0n,
    })),
  );
  const balances = accounts.map(({ kind }, i) => balanceOf(kind, counters[i] as AccountBalances));
  const held = new Map(
    own.map(({ id }, i) => [id, { savings_minor: balances[2 * i], shares_minor: balances[2 * i + 1] }]),
  );
  return entries.map(({ id }) => (held.get(id) as BalancesAfter | undefined) ?? null);
}
