/** The SQL of the PostgreSQL backend. Parameters are arrays, so that each statement handles a whole batch. */
import { addTotals, readTotalsBefore } from '../reports/posted-totals.sql.ts';

/** Rows are inserted in id order, as locks are taken everywhere, which avoids deadlocks. */
export const OPEN_ACCOUNTS = `
  insert into ledger_balances (account_id, ledger, limit_rule, code)
  select * from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[]) order by 1
  on conflict do nothing`;

/** Accounts that exist with other properties than requested. Accounts opened before kinds were stored have the code 0. */
export const READ_OTHERWISE_OPEN = `
  select case when b.limit_rule <> v.limit_rule then 'flags' when b.ledger <> v.ledger then 'ledger' else 'code' end as difference
  from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[]) as v(id, ledger, limit_rule, code)
  join ledger_balances b on b.account_id = v.id
  where b.ledger <> v.ledger or b.limit_rule <> v.limit_rule or b.code not in (v.code, 0) limit 1`;

/** The scopes of accounts, each with a clock from now on. */
export const READ_SCOPES = `
  with found as (
    select account_id, (ledger / 1000)::integer as scope_number from ledger_balances where account_id = any($1::uuid[])
  ), started as (
    insert into ledger_clocks (scope_number) select distinct scope_number from found order by 1 on conflict do nothing
  )
  select * from found`;

/** Holds that have expired by then are subtracted, though no sweep has released them yet. */
export const READ_BALANCES = `
  select account_id, debits_posted, credits_posted,
    debits_pending - (select coalesce(sum(p.amount), 0)::bigint from ledger_pending p
      where p.debit_account_id = b.account_id and p.status = 0 and p.expires_at <= $2) as debits_pending,
    credits_pending - (select coalesce(sum(p.amount), 0)::bigint from ledger_pending p
      where p.credit_account_id = b.account_id and p.status = 0 and p.expires_at <= $2) as credits_pending
  from ledger_balances b where account_id = any($1::uuid[])`;

export const LOCK_BALANCES = `
  select account_id, ledger, code, limit_rule, debits_pending, debits_posted, credits_pending, credits_posted, last_timestamp
  from ledger_balances where account_id = any($1::uuid[]) order by account_id for no key update`;

export const READ_TRANSFERS = 'select * from ledger_transfers where id = any($1::uuid[])';

/**
 * Statements of the transaction find every row by an index, so one generic plan fits however many rows there are. Planning
 * them anew for each batch takes longer than executing many of them, and a plan made for an empty table would scan a full one. Any
 * other join than by looking up each row would read all accounts to find those of a batch.
 */
const PLAN_GENERICALLY = `
  set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;
  set local enable_mergejoin = off; set local enable_hashjoin = off`;

export const BEGIN = `
  begin; ${PLAN_GENERICALLY}; select pg_current_xact_id()::xid as xid`;

/** The same in a transaction that is under way, whose later statements are planned as others are. */
export const JOIN = `${PLAN_GENERICALLY}; select pg_current_xact_id()::xid as xid`;
export const LEAVE = `
  set local plan_cache_mode to default; set local enable_seqscan to default;
  set local enable_mergejoin to default; set local enable_hashjoin to default`;

/** Locked in the order of their numbers, before any account, which avoids deadlocks. */
export const lockClocks = (scope_numbers: number[]): string => `
  select scope_number, last_timestamp from ledger_clocks where scope_number in (${scope_numbers.join(', ') || 'null'})
  order by scope_number for no key update`;

export const READ_WRITTEN = `
  select id from ledger_transfers where id = $1 and xmin = $3
  union all
  select id from ledger_spent_ids where id = $2 and xmin = $3`;

export const READ_FAILED_IDS = 'select id, result from ledger_spent_ids where id = any($1::uuid[])';

export const READ_PENDING = `
  select p.*, (select code from ledger_transfers t where t.id = p.id) as code from (
    select * from ledger_pending where id = any($1::uuid[])
    union all
    select due.* from unnest($2::uuid[], $3::bigint[]) as involved (account_id, due_by) cross join lateral (
      select * from ledger_pending where debit_account_id = account_id and status = 0 and expires_at <= due_by
      order by expires_at limit $4) due
    union all
    select due.* from unnest($2::uuid[], $3::bigint[]) as involved (account_id, due_by) cross join lateral (
      select * from ledger_pending where credit_account_id = account_id and status = 0 and expires_at <= due_by
      order by expires_at limit $4) due
  ) p`;

export const READ_EXPIRED = `
  select id, debit_account_id, credit_account_id from ledger_pending
  where status = 0 and expires_at <= $1 and ($3::integer is null or ledger / 1000 = $3)
    and ledger / 1000 <> all($4::integer[]) order by expires_at limit $2`;

/** Newest first over both sides: two index walks, merged. */
export const READ_HISTORY = `
  (select * from ledger_transfers where debit_account_id = $1 and ($2::bigint is null or timestamp < $2)
   order by timestamp desc limit $3)
  union all
  (select * from ledger_transfers where credit_account_id = $1 and ($2::bigint is null or timestamp < $2)
   order by timestamp desc limit $3)
  order by timestamp desc limit $3`;

/** The last transfer of each account up to a timestamp: two index walks for each, merged. */
export const READ_AFTER = `
  select v.place, last.* from unnest($1::uuid[], $2::bigint[]) with ordinality as v(account_id, up_to, place)
  cross join lateral (
    (select * from ledger_transfers where debit_account_id = v.account_id and timestamp <= v.up_to
     order by timestamp desc limit 1)
    union all
    (select * from ledger_transfers where credit_account_id = v.account_id and timestamp <= v.up_to
     order by timestamp desc limit 1)
    order by timestamp desc limit 1) last`;

/** The balances stored with a transfer include a hold exactly when the transfer is from before its expiry; see expirePending. */
export const READ_PAST = `
  with last as (${READ_HISTORY})
  select last.*,
    (select coalesce(sum(amount), 0)::bigint from ledger_pending
     where debit_account_id = $1 and status in (0, 3) and expires_at > last.timestamp and expires_at < $2) as debits_expired,
    (select coalesce(sum(amount), 0)::bigint from ledger_pending
     where credit_account_id = $1 and status in (0, 3) and expires_at > last.timestamp and expires_at < $2) as credits_expired
  from last`;

/** Sums over all accounts of a ledger, which may exceed 64 bits. */
export const READ_TOTALS = `
  select code, sum(debits_pending) as debits_pending, sum(debits_posted) as debits_posted,
    sum(credits_pending) as credits_pending, sum(credits_posted) as credits_posted
  from ledger_balances where ledger = $1 group by code`;

/** Waits for the batch that is being written; the next timestamp is after this one. */
export const SEAL = `
  insert into ledger_clocks as c (scope_number, last_timestamp) select n, $2 from unnest($1::integer[]) as n order by 1
  on conflict (scope_number) do update set last_timestamp = greatest(c.last_timestamp, excluded.last_timestamp)`;

const TOTALS_BEFORE = readTotalsBefore({ ledgers: '$1', quarters: '$2' });

/**
 * The totals up to the quarters of an hour in which moments lie, and what was posted from there up to the moments. Each range has
 * parameters of its own, so that the planner sees how little of the table it is; it cannot see that of ranges in an array.
 * @param places of the moments that lie within a quarter, from 1; the range of each is two parameters, from $4 on
 */
export const readPosted = (places: readonly number[]): string => `
  ${TOTALS_BEFORE}
  ${places.map((place, i) => postedInRange(place, `$${4 + 2 * i}`, `$${5 + 2 * i}`)).join('')}`;

const postedInRange = (place: number, begins: string, ends: string): string => `
  union all
  select b.ledger, b.code, t.code, ${place}, sum(side.debit)::text, sum(side.credit)::text, max(t.timestamp)
  from ledger_transfers t
  cross join lateral (values (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount)) side(account_id, debit, credit)
  join ledger_balances b on b.account_id = side.account_id and b.ledger = any($1::bigint[])
  where t.scope_number = any($3::integer[]) and t.timestamp >= ${begins}::bigint and t.timestamp < ${ends}::bigint
    and t.phase in (0, 2)
  group by 1, 2, 3`;

const POSTED_IN_RANGE = `timestamp > $2 and timestamp < $3 and phase in (0, 2) and ($5::smallint is null or code = $5)`;

/** In the order of a scope, those with an account of these ledgers and of a kind where one is given. */
export const READ_RANGE = `
  select * from ledger_transfers t where scope_number = $1 and ${POSTED_IN_RANGE}
    and exists (select from ledger_balances b where b.account_id in (t.debit_account_id, t.credit_account_id)
      and b.ledger = any($6::bigint[]) and ($7::smallint is null or b.code = $7))
  order by timestamp limit $4`;

/** The same of some accounts: two index walks for each, merged. */
export const READ_RANGE_OF_ACCOUNTS = `
  select distinct on (timestamp) t.* from unnest($8::uuid[]) as a(account_id) cross join lateral (
    (select * from ledger_transfers where debit_account_id = a.account_id and ${POSTED_IN_RANGE} order by timestamp limit $4)
    union all
    (select * from ledger_transfers where credit_account_id = a.account_id and ${POSTED_IN_RANGE} order by timestamp limit $4)
  ) t
  where scope_number = $1
    and exists (select from ledger_balances b where b.account_id in (t.debit_account_id, t.credit_account_id)
      and b.ledger = any($6::bigint[]) and ($7::smallint is null or b.code = $7))
  order by timestamp limit $4`;

export const INSERT_TRANSFERS = `
  insert into ledger_transfers (id, timestamp, debit_account_id, credit_account_id, amount,
    dr_debits_pending, dr_debits_posted, dr_credits_pending, dr_credits_posted,
    cr_debits_pending, cr_debits_posted, cr_credits_pending, cr_credits_posted,
    pending_id, timeout_s, code, phase, reference, memo, scope_number)
  select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::bigint[],
    $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
    $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::uuid[], $15::integer[], $16::smallint[], $17::smallint[], $18::text[], $19::text[], $20::integer[])`;

export const INSERT_FAILED_IDS = `
  insert into ledger_spent_ids (id, result) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`;

export const UPDATE_BALANCES = `
  with advanced as (
    update ledger_clocks c set last_timestamp = v.last_timestamp
    from unnest($7::integer[], $8::bigint[]) as v(scope_number, last_timestamp) where c.scope_number = v.scope_number
  ), totals as (${addTotals((_column, i) => `$${i + 9}`)})
  update ledger_balances b set debits_pending = v.debits_pending, debits_posted = v.debits_posted,
    credits_pending = v.credits_pending, credits_posted = v.credits_posted, last_timestamp = v.last_timestamp
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    as v(id, debits_pending, debits_posted, credits_pending, credits_posted, last_timestamp)
  where b.account_id = v.id`;

export const UPSERT_PENDING = `
  insert into ledger_pending (id, debit_account_id, credit_account_id, ledger, amount, status, expires_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::smallint[], $7::bigint[])
  on conflict (id) do update set status = excluded.status`;
