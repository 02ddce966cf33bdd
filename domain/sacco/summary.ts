/** The SACCO at a glance: its members, what the accounts of each kind hold together, and whether the books balance. */
import { formatMinor, money } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Context } from '../platform/context.ts';
import { ACCOUNT_KINDS, balancesByKind, type AccountKind } from '../ledger/index.ts';
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

/** Every movement debits one account and credits another, so the two sides are equal unless something is wrong. */
function integrityOf(balances: Map<AccountKind, bigint>) {
  const side = (normal: 'debit' | 'credit'): bigint =>
    [...balances].reduce(
      (sum, [kind, balance]) => (ACCOUNT_KINDS[kind].normal === normal ? sum + balance : sum),
      0n,
    );
  const [debit, credit] = [side('debit'), side('credit')];
  return {
    total_debit_balances: formatMinor(debit),
    total_debit_balances_minor: debit,
    total_credit_balances: formatMinor(credit),
    total_credit_balances_minor: credit,
    balanced: debit === credit,
  };
}

/** No loans are made here yet, so the portfolio holds none. */
const NO_LOANS = {
  active_loans: 0,
  ...money('principal_outstanding', 0n),
  ...money('charges_due', 0n),
  ...money('par30', 0n),
  par30_bps: 0,
  ...money('par90', 0n),
  par90_bps: 0,
};

export function presentSummary({ members, balances }: Summary): object {
  return {
    members,
    balances: Object.fromEntries(
      (Object.keys(ACCOUNT_KINDS) as AccountKind[]).map((kind) => [
        `${kind}_minor`,
        balances.get(kind) ?? 0n,
      ]),
    ),
    portfolio: NO_LOANS,
    integrity: integrityOf(balances),
  };
}
