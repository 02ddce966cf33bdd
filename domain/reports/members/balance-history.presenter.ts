/** The balances of a member over a year as clients see them. */
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { arrayOf, date, object, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { BalanceHistory } from './balance-history.ts';

export const balanceHistorySchema = resource(
  'BalanceHistory',
  'What a member held at the ends of the last twelve months, and holds today',
  {
    member_id: string,
    currency: currencySchema,
    accounts: arrayOf(
      object({
        kind: oneOf(['savings', 'shares']),
        savings_account_id: string.nullable().describe('Of savings'),
        product_name: string.nullable().describe('Of savings'),
        balances: arrayOf(object({ date, ...moneyFields('balance') })).describe(
          'At the end of each local day, oldest first; the last one is today',
        ),
      }),
    ),
  },
);

export function presentBalanceHistory({
  member_id,
  currency,
  days,
  accounts,
}: BalanceHistory): Wire<typeof balanceHistorySchema> {
  return {
    member_id,
    currency,
    accounts: accounts.map(({ balances_minor, ...about }) => ({
      ...about,
      balances: days.map((day, i) => ({ date: day, ...money('balance', balances_minor[i] ?? 0n) })),
    })),
  };
}
