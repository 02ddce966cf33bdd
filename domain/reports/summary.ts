/** The SACCO at a glance: its members, the balances of each kind of account, its loans, and whether the books balance. */
import { balanceOf, totalsByKind, type AccountKind } from '../ledger/index.ts';
import { loanPortfolio } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { getSettings, type MemberStatus } from '../cooperative/index.ts';
import { countMembers } from '../members/index.ts';
import { readCashParts, type CashPart } from '../tills/index.ts';

export interface Summary {
  members: Record<MemberStatus, number>;
  /** Minor units, in the SACCO's currency, on each kind's normal side. */
  balances: Map<AccountKind, bigint>;
  portfolio: loanPortfolio.Portfolio;
  /** The vault and the tills; null where all cash is one account. */
  cash_parts: CashPart[] | null;
}

/** @throws AppError `sacco_not_set_up` */
export async function readSummary({ ctx, scope }: ScopedContext): Promise<Summary> {
  const { currency } = await getSettings(ctx.db, scope);
  const [members, totals, portfolio, cash_parts] = await Promise.all([
    countMembers(ctx.db, scope),
    totalsByKind(ctx, scope, currency),
    loanPortfolio.read(ctx.db, scope),
    readCashParts({ ctx, scope }),
  ]);
  const balances = new Map([...totals].map(([kind, sums]) => [kind, balanceOf(kind, sums)]));
  return { members, balances, portfolio, cash_parts };
}
