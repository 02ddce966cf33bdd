/** The SACCO at a glance: its members, what the accounts of each kind hold together, its loans, and whether the books balance. */
import type { Scope } from '../../core/scope.ts';
import { balancesByKind, type AccountKind } from '../ledger/index.ts';
import { readPortfolio, type Portfolio } from '../loans/index.ts';
import type { Context } from '../platform/context.ts';
import { getSettings, type MemberStatus } from '../cooperative/index.ts';
import { countMembers } from '../members/index.ts';

export interface Summary {
  members: Record<MemberStatus, number>;
  /** Minor units, in the SACCO's currency, on each kind's normal side. */
  balances: Map<AccountKind, bigint>;
  portfolio: Portfolio;
}

/** @throws AppError `sacco_not_set_up` */
export async function readSummary(ctx: Context, scope: Scope): Promise<Summary> {
  const { currency } = await getSettings(ctx.db, scope);
  const [members, balances, portfolio] = await Promise.all([
    countMembers(ctx.db, scope),
    balancesByKind(ctx.db, ctx.ledger, scope, currency),
    readPortfolio(ctx.db, scope),
  ]);
  return { members, balances, portfolio };
}
