/** The SACCO at a glance: its members, the balances of each kind of account, its loans, and whether the books balance. */
import { balanceOf, totalsByKind, type AccountKind } from '../ledger/index.ts';
import { loanPortfolio } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { getSettings, type MemberStatus } from '../cooperative/index.ts';
import { countMembers } from '../members/index.ts';

export interface Summary {
  members: Record<MemberStatus, number>;
  /** Minor units, in the SACCO's currency, on each kind's normal side. */
  balances: Map<AccountKind, bigint>;
  portfolio: loanPortfolio.Portfolio;
}

/** @throws AppError `sacco_not_set_up` */
export async function readSummary({ ctx, scope }: ScopedContext): Promise<Summary> {
  const { currency } = await getSettings(ctx.db, scope);
  const [members, totals, portfolio] = await Promise.all([
    countMembers(ctx.db, scope),
    totalsByKind(ctx, scope, currency),
    loanPortfolio.read(ctx.db, scope),
  ]);
  const balances = new Map([...totals].map(([kind, sums]) => [kind, balanceOf(kind, sums)]));
  return { members, balances, portfolio };
}
