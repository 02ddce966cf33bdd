/** The statements of charging monthly fees. */
import {
  bool,
  date,
  defineCommand,
  defineQuery,
  int2,
  int4,
  int8,
  orNull,
  params,
  tableColumns,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { localDay, savingsIds } from '../../cooperative/index.ts';
import type { SavingsFeeRunRow } from './fee-run.model.ts';

/** Months that are over and have no run, from the one in which the product was defined, or the one after its last run. */
const MISSING_RUNS = `
  from sacco_savings_products r
  join sacco_settings s on s.project_id = r.project_id and s.environment = r.environment
  join projects p on p.id = r.project_id
  cross join lateral generate_series(
    coalesce((select max(month) + interval '1 month' from sacco_savings_fee_runs where product_id = r.id),
      date_trunc('month', (r.created_at at time zone 'UTC') + s.utc_offset_minutes * interval '1 minute')),
    date_trunc('month', ${localDay.TODAY_SQL}) - interval '1 month', interval '1 month') as missing(month)
  where r.monthly_fee_minor > 0`;

const IN_SCOPE = 'and s.project_id = :project_id and s.environment = :environment';

const RUN = {
  product_id: text,
  project_id: text,
  environment: textOf<Environment>(),
  currency: textOf<Currency>(),
  fee_minor: int8,
  month: date,
  is_default: bool,
  test_clock_offset_ms: int8,
};

const missingRuns = (only: string): string => `
  select r.id as product_id, r.project_id, r.environment, r.currency, r.monthly_fee_minor as fee_minor,
    missing.month::date as month, s.savings_product_id = r.id
      and coalesce(s.savings_product_since < missing.month + interval '1 month', true) as is_default, p.test_clock_offset_ms
  ${MISSING_RUNS} ${only} order by missing.month, r.id limit :limit`;

export const findMissingRuns = defineQuery({
  params: params<{ limit: number }>(),
  result: RUN,
  sql: missingRuns(''),
});

/** Of one cooperative. */
export const findMissingRunsOf = defineQuery({
  params: params<{ project_id: string; environment: Environment; limit: number }>(),
  result: RUN,
  sql: missingRuns(IN_SCOPE),
});

export const findOpenRuns = defineQuery({
  params: params<Record<string, never>>(),
  result: { id: text },
  sql: 'select id from sacco_savings_fee_runs where not walked order by id',
});

/** Locked, so that no other process walks over its accounts at the same time. */
export const lockRun = defineQuery({
  params: params<{ id: string }>(),
  result: tableColumns<SavingsFeeRunRow & { test_clock_offset_ms: bigint; utc_offset_minutes: number }>(
    'sacco_savings_fee_runs',
    { test_clock_offset_ms: int8, utc_offset_minutes: int2 },
  ),
  sql: `
    select r.*, p.test_clock_offset_ms, s.utc_offset_minutes from sacco_savings_fee_runs r
    join projects p on p.id = r.project_id
    join sacco_settings s on s.project_id = r.project_id and s.environment = r.environment
    where r.id = :id and not r.walked for update of r skip locked`,
});

/**
 * The next accounts of the run's product that were there when the month ended, in the order of their ids: those that were opened, and
 * where it is the default product those that every member has. Their members stay in their state until the entries are stored, and are
 * locked in the order of their ids, as everywhere.
 */
export const takeAccounts = defineQuery({
  params: params<{
    run_id: string;
    /** The instant at which the month ended. */
    month_ended: Date;
    last_account_id: string;
    limit: number;
  }>(),
  result: { account_id: text, savings_account_id: orNull(text), member_id: text, member_status: text },
  sql: `
    with run as (
      select * from sacco_savings_fee_runs where id = :run_id
    ), accounts as materialized (
      (select a.id as account_id, a.id as savings_account_id, a.member_id from run
       join sacco_savings_accounts a on a.product_id = run.product_id
       where a.status = 'active' and a.opened_at < :month_ended and a.id > :last_account_id order by a.id limit :limit)
      union all
      (select ${savingsIds.defaultIdSql('m.id')}, null, m.id from run
       join sacco_members m on m.project_id = run.project_id and m.environment = run.environment
       where run.is_default and m.status <> 'exited' and m.joined_at < :month_ended
         and m.id > 'mem' || substr(:last_account_id, 4) order by m.id limit :limit)
      order by account_id limit :limit
    )
    select accounts.account_id, accounts.savings_account_id, accounts.member_id, m.status as member_status
    from (select * from accounts order by member_id) accounts
    cross join lateral (select status from sacco_members where id = accounts.member_id for share) m
    order by accounts.account_id`,
});

export const advanceRun = defineCommand({
  params: params<{ id: string; last_account_id: string; walked: boolean }>(),
  sql: 'update sacco_savings_fee_runs set last_account_id = :last_account_id, walked = :walked where id = :id',
});

/** Lines end as their entries do. */
export const recordFees = defineCommand({
  params: params<{ entry_ids: readonly string[]; statuses: readonly string[] }>(),
  sql: `
    update sacco_savings_fees f set status = v.status
    from unnest(:entry_ids::text[], :statuses::text[]) as v(entry_id, status)
    where f.entry_id = v.entry_id and f.entry_id = any(:entry_ids::text[])`,
});

/** How many runs there are to make or to go on with, at most the limit, and since when. */
export const countDueRuns = defineQuery({
  params: params<{ limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select count(*)::integer as rows, min(due_at) as oldest_due_at from (
      select (missing.month + interval '1 month' - ${localDay.AHEAD_SQL}) at time zone 'UTC' as due_at ${MISSING_RUNS}
      union all
      select created_at from sacco_savings_fee_runs where not walked
      limit :limit) due`,
});

/** The fees of a month by product. Sums are decimal text: numeric has no parser. */
export const sumFees = defineQuery({
  params: params<{ project_id: string; environment: Environment; month: string }>(),
  result: {
    product_id: text,
    product_name: text,
    currency: textOf<Currency>(),
    fee_minor: int8,
    charged: int8,
    skipped: int8,
    pending: int8,
  },
  sql: `
    select r.product_id, p.name as product_name, r.currency, r.fee_minor,
      coalesce(f.charged, 0) as charged, coalesce(f.skipped, 0) as skipped, coalesce(f.pending, 0) as pending
    from sacco_savings_fee_runs r join sacco_savings_products p on p.id = r.product_id
    left join lateral (
      select count(*) filter (where status = 'charged') as charged, count(*) filter (where status = 'skipped') as skipped,
        count(*) filter (where status = 'pending') as pending
      from sacco_savings_fees where run_id = r.id) f on true
    where r.project_id = :project_id and r.environment = :environment and r.month = :month::date
    order by p.name, r.product_id`,
});
