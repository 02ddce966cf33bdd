/** Whether the merchant's balance has the money of what is to be credited. */
import { groupBy } from '../../../core/group-by.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import { accountId, availableOf } from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';

interface ToCredit {
  scope: Scope;
  currency: Currency;
  amount_minor: bigint;
  /** How often the balance did not cover it. */
  attempts: number;
}

/**
 * What is tried again is covered together with what comes before it. What is tried for the first time is left to the ledger: each
 * attempt that fails is an entry, and one of them is enough.
 * @returns those that are not to be tried now
 */
export async function findUncovered<Row extends ToCredit>(
  { ledger }: Pick<Context, 'ledger'>,
  rows: readonly Row[],
): Promise<Set<Row>> {
  const uncovered = new Set<Row>();
  if (rows.every(({ attempts }) => attempts === 0)) return uncovered;
  const accountOf = ({ scope, currency }: Row): string =>
    accountId(scope, { kind: 'merchant_available', currency, owner: '' });
  const left = new Map<string, bigint>();
  for (const some of groupBy(rows, ({ scope }) => scope.clock.offset_ms).values()) {
    const ids = [...new Set(some.map(accountOf))];
    const balances = await ledger.balances(ids, (some[0] as Row).scope.clock.now());
    for (const [id, balance] of balances) left.set(id, availableOf('merchant_available', balance));
  }
  for (const row of rows) {
    const account = accountOf(row);
    const free_minor = left.get(account) ?? 0n;
    if (free_minor >= row.amount_minor) left.set(account, free_minor - row.amount_minor);
    else if (row.attempts > 0) uncovered.add(row);
  }
  return uncovered;
}
