/** The statements on many terms of fixed accounts at a time. */
import {
  bool,
  date,
  defineCommand,
  defineQuery,
  int2,
  int4,
  int8,
  jsonb,
  orNull,
  params,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { localDay, type withholding } from '../../cooperative/index.ts';
import type { AtMaturity } from '../products/product.model.ts';

/** No scope's day is later. */
const LATEST_TODAY = `(select max(${localDay.TODAY_SQL}) from sacco_settings s join projects p on p.id = s.project_id)`;

/**
 * Takes terms that are over, in the order of their dates, and leaves those of members to whom nothing is paid at the moment. Each is
 * given the entry that books it by `assignEntries`, in the same transaction. Accounts and members are looked up term by term, by their
 * keys: the server does not know how many terms are due, and may compare each of them with each.
 */
export const takeDueTerms = defineQuery({
  /** @param after_account_id terms of the same day are taken once in a walk */
  params: params<{ after_date: string; after_account_id: string; limit: number }>(),
  result: {
    account_id: text,
    no: int2,
    project_id: text,
    environment: textOf<Environment>(),
    member_id: text,
    currency: textOf<Currency>(),
    principal_minor: int8,
    rate_bps: int4,
    starts_on: date,
    matures_on: date,
    at_maturity: textOf<AtMaturity>(),
    term_days: int2,
    today: date,
    test_clock_offset_ms: int8,
    utc_offset_minutes: int2,
    withholding: jsonb<withholding.Rate[]>(),
    tax_exempt: bool,
  },
  sql: `
    with due as materialized (
      select t.*, b.test_clock_offset_ms, b.utc_offset_minutes, b.withholding, b.today
      from sacco_savings_terms t cross join lateral (
        select p.test_clock_offset_ms, s.utc_offset_minutes, s.withholding, ${localDay.TODAY_SQL} as today
        from sacco_settings s join projects p on p.id = s.project_id
        where s.project_id = t.project_id and s.environment = t.environment offset 0) b
      where t.status = 'running' and t.moving_entry_id is null and t.matures_on <= b.today
        and t.matures_on <= ${LATEST_TODAY}
        and (t.matures_on, t.account_id) > (:after_date::date, :after_account_id)
        and exists (select from sacco_members m where m.id = t.member_id and m.status <> 'exited')
      order by t.matures_on, t.account_id limit :limit for update of t skip locked
    )
    select due.account_id, due.no, due.project_id, due.environment, due.member_id, a.currency, due.principal_minor, due.rate_bps,
      due.starts_on, due.matures_on, a.at_maturity, a.term_days, due.today, due.test_clock_offset_ms, due.utc_offset_minutes, due.withholding,
      m.tax_exempt
    from due cross join lateral (
      select a.currency, p.at_maturity, p.term_days from sacco_savings_accounts a join sacco_savings_products p on p.id = a.product_id
      where a.id = due.account_id offset 0) a
    cross join lateral (
      select tax_exemption is not null as tax_exempt from sacco_members
      where id = due.member_id and status <> 'exited' for share skip locked) m
    order by due.matures_on, due.account_id`,
});

export const assignEntries = defineCommand({
  params: params<{ account_ids: readonly string[]; entry_ids: readonly string[] }>(),
  sql: `
    update sacco_savings_terms t set moving_entry_id = v.entry_id
    from unnest(:account_ids::text[], :entry_ids::text[]) as v(account_id, entry_id)
    where t.account_id = v.account_id and t.status = 'running'`,
});

/**
 * Ends terms as their entries ended: matured, and then renewed from the day on which they were over, or paid out with their account
 * closed. A term whose entry failed runs on, and is due again.
 */
export const recordMaturities = defineCommand({
  params: params<{
    entry_ids: readonly string[];
    account_ids: readonly (string | null)[];
    posted: readonly boolean[];
    interests: readonly bigint[];
    taxes: readonly bigint[];
    closed_at: Date;
  }>(),
  sql: `
    with ended as materialized (
      select * from unnest(:entry_ids::text[], :account_ids::text[], :posted::boolean[], :interests::bigint[], :taxes::bigint[])
        as v(entry_id, account_id, posted, interest, tax)
    ), terms as (
      update sacco_savings_terms t set moving_entry_id = null, status = case when v.posted then 'matured' else 'running' end,
        entry_id = case when v.posted then v.entry_id end, interest_minor = case when v.posted then v.interest end,
        tax_minor = case when v.posted then v.tax end
      from ended v where t.account_id = v.account_id and t.moving_entry_id = v.entry_id
      returning t.*
    ), renewed as (
      insert into sacco_savings_terms
        (account_id, no, project_id, environment, member_id, principal_minor, rate_bps, starts_on, matures_on)
      select t.account_id, t.no + 1, t.project_id, t.environment, t.member_id,
        t.principal_minor + case p.at_maturity when 'renew_all' then t.interest_minor - t.tax_minor else 0 end,
        p.rate_bps, t.matures_on, t.matures_on + p.term_days
      from terms t join sacco_savings_accounts a on a.id = t.account_id join sacco_savings_products p on p.id = a.product_id
      where t.status = 'matured' and p.at_maturity <> 'pay_out'
    )
    update sacco_savings_accounts a set status = 'closed', closed_at = :closed_at
    from terms t, sacco_savings_products p
    where a.id = t.account_id and p.id = a.product_id and t.status = 'matured' and p.at_maturity = 'pay_out'`,
});

/** How many terms are over, at most the limit, and since when: the local midnight of the earliest date. */
export const countDueTerms = defineQuery({
  params: params<{ limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select count(*)::integer as rows, min(due_at) as oldest_due_at from (
      select (t.matures_on - b.ahead) at time zone 'UTC' as due_at
      from sacco_savings_terms t cross join lateral (
        select ${localDay.AHEAD_SQL} as ahead, ${localDay.TODAY_SQL} as today from sacco_settings s join projects p on p.id = s.project_id
        where s.project_id = t.project_id and s.environment = t.environment offset 0) b
      where t.status = 'running' and t.moving_entry_id is null and t.matures_on <= b.today and t.matures_on <= ${LATEST_TODAY}
      order by t.matures_on limit :limit) due`,
});
