/**
 * Fixes the lines of a run: one statement for all savings accounts of a product. Balances are summed up from what posted entries did
 * to savings, which both ledger backends have in the same database as the lines.
 */
import { divideHalfUpSql } from '../../core/formula.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, int8, params, text } from '../../db/statement.ts';
import { interestTerms, savingsIds } from '../cooperative/index.ts';

/**
 * What of an account's balances counts, from `balances`: its balance at the end of each day from `day` to before `until`, the day
 * before the period included. `months` are the whole months of the period.
 */
const COUNTED = {
  daily_balance: `
    select member_id, account,
      sum(balance * (least(until, :period_end::date + 1) - greatest(day, :period_start::date))) as base
    from balances where until > :period_start::date group by 1, 2`,
  minimum_monthly_balance: `
    select member_id, account, sum(lowest) as base from (
      select b.member_id, b.account, m.first_day, min(b.balance) as lowest
      from balances b join months m on b.day <= m.last_day and b.until > m.first_day - 1
      group by 1, 2, 3
    ) by_month group by 1, 2`,
  closing: `
    select b.member_id, b.account, sum(b.balance) as base
    from balances b join months m on b.day <= m.last_day and b.until > m.last_day group by 1, 2`,
  opening: `
    select b.member_id, b.account, sum(b.balance) as base
    from balances b join months m on b.day < m.first_day and b.until >= m.first_day group by 1, 2`,
} as const;

type Counted = keyof typeof COUNTED;

/** Without a counting, the closing balance of a month counts. */
export const countedBy = ({ basis, counting }: Pick<interestTerms.Terms, 'basis' | 'counting'>): Counted =>
  basis === 'monthly' ? (counting ?? 'closing') : basis;

interface Given extends ScopeColumns {
  savings_interest_id: string;
  product_id: string;
  /** Whether it is the product of the account that every member has. */
  is_default: boolean;
  payable: readonly string[];
  period_start: string;
  period_end: string;
  /** The first instant of the period: an account that was closed before has earned nothing. */
  begins: Date;
  /** The first instant after the period. */
  ends: Date;
  utc_offset_minutes: number;
  rate_bps: number;
  divisor: number;
  withholding_tax_bps: number;
}

/** @param moves a subquery, over the scope and up to `:ends`: `member_id`, `account`, `moved` and `posted_at` of movements of savings */
export function fixLinesStatement(moves: string, counted: Counted) {
  return defineQuery({
    params: params<Given & Record<string, unknown>>(),
    result: { lines: int8, total: text, tax: text },
    sql: `
    with accounts as materialized (
      select m.id as member_id, ${savingsIds.defaultIdSql('m.id')} as account, m.tax_exemption from sacco_members m
      where m.project_id = :project_id and m.environment = :environment and m.status = any(:payable::text[]) and :is_default
      union all
      select m.id, a.id, m.tax_exemption from sacco_savings_accounts a join sacco_members m on m.id = a.member_id
      where a.product_id = :product_id and (a.status = 'active' or a.closed_at >= :begins) and m.status = any(:payable::text[])
    ), months as (
      select first_day::date, (first_day + interval '1 month' - interval '1 day')::date as last_day
      from generate_series(date_trunc('month', :period_start::timestamp + interval '1 month' - interval '1 day'),
        :period_end::timestamp, interval '1 month') as first_day
      where first_day + interval '1 month' - interval '1 day' <= :period_end::timestamp
    ), changes as (
      select member_id, account, :period_start::date - 1 as day, 0::numeric as moved from accounts
      union all
      select member_id, account, greatest((posted_at at time zone 'UTC' + make_interval(mins => :utc_offset_minutes))::date,
        :period_start::date - 1), moved
      from (${moves}) moves
    ), by_day as (
      select member_id, account, day, sum(moved) as moved from changes group by 1, 2, 3
    ), balances as (
      select member_id, account, day, sum(moved) over (partition by member_id, account order by day) as balance,
        lead(day, 1, :period_end::date + 1) over (partition by member_id, account order by day) as until
      from by_day
    ), counted as (
      ${COUNTED[counted]}
    ), due as (
      select a.member_id, a.account, a.tax_exemption, coalesce(c.base, 0) as base,
        ${divideHalfUpSql('coalesce(c.base, 0) * :rate_bps::numeric', ':divisor::numeric')} as amount
      from accounts a left join counted c on c.member_id = a.member_id and c.account = a.account
    ), stored as (
      insert into sacco_savings_interest_lines (savings_interest_id, member_id, savings_account_id, project_id, environment,
        balances_minor, amount_minor, tax_minor)
      select :savings_interest_id, member_id, account, :project_id, :environment, base, amount,
        case when tax_exemption is null
          then ${divideHalfUpSql('amount * :withholding_tax_bps::numeric', '10000::numeric')} else 0 end
      from due order by member_id, account
      returning amount_minor, tax_minor
    )
    select count(*) as lines, coalesce(sum(amount_minor), 0)::text as total, coalesce(sum(tax_minor), 0)::text as tax
    from stored`,
  });
}
