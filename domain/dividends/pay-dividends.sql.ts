/** The statements on many lines of a dividend at a time. */
import { defineCommand, defineQuery, int8, params, text } from '../../db/statement.ts';

/** Members stay in their state until the entries are stored. */
export const takeLines = defineQuery({
  params: params<{ dividend_id: string; after_member_id: string; limit: number }>(),
  result: { member_id: text, amount_minor: int8, member_status: text },
  sql: `
    with due as materialized (
      select member_id, amount_minor from sacco_dividend_lines
      where dividend_id = :dividend_id and status = 'pending' and entry_id is null and member_id > :after_member_id
      order by member_id limit :limit for update skip locked
    )
    select due.member_id, due.amount_minor, m.status as member_status from due join sacco_members m on m.id = due.member_id
    where m.id = any(array(select member_id from due)) order by due.member_id for share of m`,
});

/** A line of 0 is paid without a booking; one that cannot be paid has failed. */
export const assignEntries = defineCommand({
  params: params<{
    dividend_id: string;
    member_ids: readonly string[];
    entry_ids: readonly (string | null)[];
    errors: readonly (string | null)[];
  }>(),
  sql: `
    update sacco_dividend_lines d set entry_id = v.entry_id, error = v.error,
      status = case when v.error is not null then 'failed' when v.entry_id is null then 'paid' else 'pending' end
    from unnest(:member_ids::text[], :entry_ids::text[], :errors::text[]) as v(member_id, entry_id, error)
    where d.dividend_id = :dividend_id and d.member_id = v.member_id`,
});

export const recordLineResults = defineCommand({
  params: params<{
    entry_ids: readonly string[];
    dividend_ids: readonly (string | null)[];
    member_ids: readonly (string | null)[];
    errors: readonly (string | null)[];
  }>(),
  sql: `
    update sacco_dividend_lines d set status = case when v.error is null then 'paid' else 'failed' end, error = v.error
    from unnest(:entry_ids::text[], :dividend_ids::text[], :member_ids::text[], :errors::text[])
      as v(entry_id, dividend_id, member_id, error)
    where d.dividend_id = v.dividend_id and d.member_id = v.member_id and d.entry_id = v.entry_id`,
});

/** The sum is decimal text: numeric has no parser. */
export const countLines = defineQuery({
  params: params<{ dividend_id: string }>(),
  result: { lines: int8, pending: int8, failed: text },
  sql: `
    select count(*) as lines, count(*) filter (where status = 'pending') as pending,
      coalesce(sum(amount_minor) filter (where status = 'failed'), 0)::text as failed
    from sacco_dividend_lines where dividend_id = :dividend_id`,
});

const IS_PAYABLE = 'm.status = any(:payable::text[])';

/** Sums are decimal text: numeric has no parser. */
export const sumLines = defineQuery({
  params: params<{ dividend_id: string; payable: readonly string[] }>(),
  result: { payable: text, unpayable: text, count: int8 },
  sql: `
    select coalesce(sum(d.amount_minor) filter (where ${IS_PAYABLE}), 0)::text as payable,
      coalesce(sum(d.amount_minor) filter (where not ${IS_PAYABLE}), 0)::text as unpayable,
      count(*) filter (where not ${IS_PAYABLE} and d.amount_minor > 0) as count
    from sacco_dividend_lines d join sacco_members m on m.id = d.member_id where d.dividend_id = :dividend_id`,
});

/** In the order in which they would be paid. */
export const readPayableAmounts = defineQuery({
  params: params<{ dividend_id: string; payable: readonly string[] }>(),
  result: { amount_minor: int8 },
  sql: `
    select d.amount_minor from sacco_dividend_lines d join sacco_members m on m.id = d.member_id
    where d.dividend_id = :dividend_id and ${IS_PAYABLE} order by d.member_id`,
});
