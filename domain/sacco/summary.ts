/** The SACCO at a glance: its members, what the accounts of each kind hold together, and whether the books balance. */
import type { Scope } from '../../core/scope.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Context } from '../platform/context.ts';
import { balancesByKind, type AccountKind } from '../ledger/index.ts';
import { MEMBER_STATUSES, type MemberStatus } from './members/member.rules.ts';
import { getSettings } from './settings.ts';

export interface Summary {
  members: Record<MemberStatus, number>;
  /** Minor units, in the SACCO's currency, on each kind's normal side. */
  balances: Map<AccountKind, bigint>;
}

/** @throws AppError `sacco_not_set_up` */
export async function readSummary(ctx: Context, scope: Scope): Promise<Summary> {
  const { currency } = await getSettings(ctx.db, scope);
  const [counted, balances] = await Promise.all([
    ctx.db('sacco_members').where(scopeColumns(scope)).groupBy('status').select('status').count('* as count'),
    balancesByKind(ctx.db, ctx.ledger, scope, currency),
  ]);
  const counts = new Map(counted.map((row) => [row['status'], Number(row['count'])]));
  return {
    members: Object.fromEntries(MEMBER_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
      MemberStatus,
      number
    >,
    balances,
  };
}
