/**
 * Fixes the lines of a run: one statement for all savings accounts of a product. Balances are summed up from what posted entries did
 * to savings, which both ledger backends have in the same database as the lines. What accounts held at the end of an earlier run is
 * taken from its lines, so that what is read does not grow with the history.
 */
import { divideHalfUpSql } from '../../core/formula.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, int8, params, text } from '../../db/statement.ts';
import { interestTerms, savingsIds } from '../cooperative/index.ts';
import type { MovementRegistry } from '../movements/registry.port.ts';
import { savingsMoves } from './savings-moves.sql.ts';

/**
 * What of an account's balances counts, from `balances`: its balance at the end of each day from `day` to before `until`, the day
 * before the period included. `months` are the whole months of the period; there is one where they count.
 */
const COUNTED = {
  daily_balance: `
    select account, max(closing) as closing,
      sum(balance * (least(until, :period_end::date + 1) - greatest(day, :period_start::date))) as base
    from balances where until > :period_start::date group by 1`,
  minimum_monthly_balance: `
    select account, max(closing) as closing, sum(lowest) as base from (
      select b.account, m.first_day, max(b.closing) as closing, min(b.balance) as lowest
      from balances b join months m on b.day <= m.last_day and b.until > m.first_day - 1
      group by 1, 2
    ) by_month group by 1`,
  closing: `
    select b.account, max(b.closing) as closing, sum(b.balance) as base
    from balances b join months m on b.day <= m.last_day and b.until > m.last_day group by 1`,
  opening: `
    select b.account, max(b.closing) as closing, sum(b.balance) as base
    from balances b join months m on b.day < m.first_day and b.until >= m.first_day group by 1`,
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
  /** The run whose lines tell what accounts held at an instant up to the beginning of the period. */
  known_run_id: string | null;
  /** That instant; null: no run tells it. */
  known_at: Date | null;
  utc_offset_minutes: number;
  rate_bps: number;
  divisor: number;
  withholding_tax_bps: number;
}

const KNOWN_AT = `coalesce(:known_at::timestamptz, '-infinity')`;

export function fixLinesStatement(movements: MovementRegistry, counted: Counted) {
  const moves = (times: string, by_member?: string): string =>
    savingsMoves(
      movements,
      `project_id = :project_id and environment = :environment and ${times}`,
      by_member,
    );
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
    ), known as (
      select savings_account_id as account, closing_minor from sacco_savings_interest_lines
      where savings_interest_id = :known_run_id and closing_minor is not null
    ), unknown as materialized (
      select member_id, account from accounts left join known using (account)
      where :known_at::timestamptz is not null and closing_minor is null
    ), before as (
      select account, coalesce(closing_minor, 0)::numeric as moved from accounts left join known using (account)
      union all
      select account, moved from (${moves(`posted_at >= ${KNOWN_AT} and posted_at < :begins`)}) since
      union all
      select account, moved
      from (${moves(`posted_at < ${KNOWN_AT}`, 'member_id = any(array(select member_id from unknown))')}) earlier
      where account in (select account from unknown)
    ), by_day as (
      select account, :period_start::date - 1 as day, sum(moved) as moved from before group by 1
      union all
      select account, (posted_at at time zone 'UTC' + make_interval(mins => :utc_offset_minutes))::date, sum(moved)
      from (${moves('posted_at >= :begins and posted_at < :ends')}) within group by 1, 2
    ), balances as (
      select account, day, sum(moved) over (partition by account order by day) as balance,
        sum(moved) over (partition by account) as closing,
        lead(day, 1, :period_end::date + 1) over (partition by account order by day) as until
      from by_day join accounts using (account)
    ), counted as (
      ${COUNTED[counted]}
    ), due as (
      select a.member_id, account, a.tax_exemption, c.base, c.closing,
        ${divideHalfUpSql('c.base * :rate_bps::numeric', ':divisor::numeric')} as amount
      from accounts a join counted c using (account)
    ), stored as (
      insert into sacco_savings_interest_lines (savings_interest_id, member_id, savings_account_id, project_id, environment,
        balances_minor, closing_minor, amount_minor, tax_minor)
      select :savings_interest_id, member_id, account, :project_id, :environment, base, closing, amount,
        case when tax_exemption is null
          then ${divideHalfUpSql('amount * :withholding_tax_bps::numeric', '10000::numeric')} else 0 end
      from due order by member_id, account
      returning amount_minor, tax_minor
    )
    select count(*) as lines, coalesce(sum(amount_minor), 0)::text as total, coalesce(sum(tax_minor), 0)::text as tax
    from stored`,
  });
}
