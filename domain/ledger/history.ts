/** An account's transfers, newest first. */
import type { Scope } from '../../core/scope.ts';
import { refusal } from '../../core/errors.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import type { Context } from '../context.ts';
import { findAccountRow, type AccountRow } from './accounts.ts';
import type { BookedTransfer } from './backend.ts';

/** @throws AppError `account_not_found`; the cursor is a ledger timestamp */
export async function accountHistory(
  ctx: Context,
  scope: Scope,
  account_id: string,
  { limit, after }: PageRequest,
): Promise<{ account: AccountRow; transfers: Page<BookedTransfer> }> {
  const account = await findAccountRow(ctx.db, scope, account_id);
  if (!account) throw refusal('account_not_found');
  const rows = await ctx.ledger.history(
    account_id,
    limit + 1,
    after === undefined ? undefined : BigInt(after),
  );
  return { account, transfers: page(rows, limit, (row) => String(row.timestamp)) };
}
