/** What accounts hold now. Reads at the same time share a statement, by project, environment and what time it is there. */
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
    // Of two requests one may know that the test clock was moved, and the other not.
    const byScope = groupBy(wanted, ({ scope }) => `${scopeName(scope)} ${scope.clock.offset_ms}`);
    const balances = new Map<WantedBalances, BalancesById>();
    await Promise.all(
      [...byScope.values()].map(async (of_scope) => {
        const ids = new Set(of_scope.flatMap((each) => each.ids));
        const { clock } = (of_scope[0] as WantedBalances).scope;
        const found = await ledger.balances([...ids], clock.now());
        for (const each of of_scope) balances.set(each, only(found, each.ids));
      }),
    );
    return wanted.map((each) => balances.get(each) as BalancesById);
  },
  { max_weight: MAX_ACCOUNTS_PER_READ, weight: ({ ids }) => ids.length },
);

function only(balances: BalancesById, ids: readonly string[]): BalancesById {
  return new Map(
    ids.flatMap((id): [string, AccountBalances][] => {
      const found = balances.get(id);
      return found ? [[id, found]] : [];
    }),
  );
}
