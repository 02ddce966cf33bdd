/** An account's transfers, newest first, and its balances at any instant. */
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { AccountRow } from './accounts.ts';
import { findAccount } from './known-accounts.ts';
import type { BookedTransfer, AccountBalances, LedgerBackend } from '../backend.port.ts';
import { timestampFrom } from '../rules/time.rules.ts';

/** @throws AppError `account_not_found`; the cursor is a ledger timestamp */
export async function accountHistory(
  { ctx, scope }: ScopedContext,
  account_id: string,
  { limit, after }: PageRequest,
): Promise<{ account: AccountRow; transfers: Page<BookedTransfer> }> {
  const account = await findAccount(ctx.db, scope, account_id);
  const rows = await ctx.ledger.history(
    account_id,
    limit + 1,
    after === undefined ? undefined : BigInt(after),
  );
  return { account, transfers: page(rows, limit, (row) => String(row.timestamp)) };
}

/** An account's balances at an instant. @throws AppError `account_not_found` */
export async function balanceAt(
  { ctx, scope }: ScopedContext,
  account_id: string,
  at: Date,
): Promise<{ account: AccountRow; balances: AccountBalances }> {
  const account = await findAccount(ctx.db, scope, account_id);
  return { account, balances: await ctx.ledger.balancesAt(account_id, at) };
}

/** What was posted on accounts before each of these instants, account by account; the ledger is asked once. */
export async function balancesBefore(
  { ledger }: { ledger: LedgerBackend },
  account_ids: readonly string[],
  instants: readonly Date[],
): Promise<AccountBalances[][]> {
  const points = account_ids.flatMap((account_id) =>
    instants.map((instant) => ({ account_id, timestamp: timestampFrom(instant) - 1n })),
  );
  const balances = points.length === 0 ? [] : await ledger.balancesAfter(points);
  return account_ids.map((_account, i) => balances.slice(i * instants.length, (i + 1) * instants.length));
}
