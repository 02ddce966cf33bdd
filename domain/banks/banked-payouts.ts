/** What providers paid out to bank accounts, as far as it was booked as bankings. */
import { instantsOf } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { sumBankedPayouts } from './banked-payouts.sql.ts';

/** @param days first and last day, UTC @returns by currency, less what was reversed, in minor units */
export async function readBankedPayouts(
  db: Queryable,
  scope: Scope,
  days: { from: string; to: string },
): Promise<Map<Currency, bigint>> {
  const rows = await sumBankedPayouts(db, { ...scopeColumns(scope), ...instantsOf(days.from, days.to, 0) });
  return new Map(rows.map(({ currency, amount }) => [currency, BigInt(amount)]));
}
