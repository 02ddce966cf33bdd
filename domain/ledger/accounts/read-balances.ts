/** What accounts hold now. Reads at the same time share a statement, by project and environment. */
import { batchCallsPer } from '../../../core/batch.ts';
import { groupBy } from '../../../core/group-by.ts';
import { scopeName, type Scope } from '../../../core/scope.ts';
import type { AccountBalances, LedgerBackend } from '../backend.port.ts';

/** Accounts read in one statement. */
const MAX_ACCOUNTS_PER_READ = 2_000;

interface WantedBalances {
  scope: Scope;
  ids: readonly string[];
}

type BalancesById = Map<string, AccountBalances>;

/** @returns balances by account; accounts that do not exist are left out */
export function readBalances(
  { ctx, scope }: { ctx: { ledger: LedgerBackend }; scope: Scope },
  ids: readonly string[],
): Promise<BalancesById> {
  return balancesTogether(ctx.ledger, { scope, ids });
}

const balancesTogether = batchCallsPer<LedgerBackend, WantedBalances, BalancesById>(
  async (ledger, wanted) => {
    const byScope = groupBy(wanted, ({ scope }) => scopeName(scope));
    const balances = new Map<string, AccountBalances>();
    await Promise.all(
      [...byScope.values()].map(async (of_scope) => {
        const ids = new Set(of_scope.flatMap((each) => each.ids));
        // Read after all of them asked: the clock of any of them is right.
        const { clock } = (of_scope[0] as WantedBalances).scope;
        for (const [id, found] of await ledger.balances([...ids], clock.now())) balances.set(id, found);
      }),
    );
    return wanted.map(
      ({ ids }) =>
        new Map(
          ids.flatMap((id): [string, AccountBalances][] => {
            const found = balances.get(id);
            return found ? [[id, found]] : [];
          }),
        ),
    );
  },
  { max_weight: MAX_ACCOUNTS_PER_READ, weight: ({ ids }) => ids.length },
);
