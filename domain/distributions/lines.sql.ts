/** The statements on many lines of a distribution at a time. */
import { defineCommand, defineQuery, int8, orNull, params, text } from '../../db/statement.ts';

/** Lines name a savings account; null there is the one that every member has. */
export interface LineTable {
  table: string;
  /** The column of the run, which sacco_entries has, too. */
  run: 'dividend_id' | 'savings_interest_id';
  /** The savings account, of which a member has a line each; null: a member has one line. */
  part: string | null;
}

const IS_PAYABLE = 'm.status = any(:payable::text[])';

/** Asked once their members are locked: no account of theirs is closed until the transaction ends. */
export const closedAccounts = defineQuery({
  params: params<{ ids: readonly string[] }>(),
  result: { id: text },
  sql: `select id from sacco_savings_accounts where id = any(:ids::text[]) and status = 'closed'`,
});

/** The parts are those of `LineTable`, in the order of the members; nothing is read from them where a member has one line. */
export function lineStatements({ table, run, part }: LineTable) {
  const place = (alias: string): string =>
    part === null ? `${alias}.member_id` : `${alias}.member_id, ${alias}.${part}`;
  const same_part = part === null ? '' : `and d.${part} = v.part`;
  return {
    /**
     * Members stay in their state until the entries are stored. Each is looked up by key: the server does not know how many lines are
     * due, and may compare each of them with every member.
     */
    take: defineQuery({
      params: params<{ run_id: string; after_member_id: string; after_part: string; limit: number }>(),
      result: {
        member_id: text,
        part: orNull(text),
        savings_account_id: orNull(text),
        amount_minor: int8,
        tax_minor: int8,
        member_status: text,
      },
      sql: `
        with due as materialized (
          select member_id, ${part ?? 'null::text'} as part, savings_account_id, amount_minor, tax_minor from ${table} d
          where ${run} = :run_id and status = 'pending' and entry_id is null
            and (${place('d')}) > (${part === null ? ':after_member_id' : ':after_member_id, :after_part'})
          order by ${place('d')} limit :limit for update skip locked
        )
        select due.member_id, due.part, due.savings_account_id, due.amount_minor, due.tax_minor, m.status as member_status
        from due cross join lateral (select status from sacco_members where id = due.member_id for share) m
        order by due.member_id, due.part`,
    }),

    /** A line of 0 is paid without a booking; one that cannot be paid has failed. */
    assign: defineCommand({
      params: params<{
        run_id: string;
        member_ids: readonly string[];
        parts: readonly (string | null)[];
        entry_ids: readonly (string | null)[];
        errors: readonly (string | null)[];
      }>(),
      sql: `
        update ${table} d set entry_id = v.entry_id, error = v.error,
          status = case when v.error is not null then 'failed' when v.entry_id is null then 'paid' else 'pending' end
        from unnest(:member_ids::text[], :parts::text[], :entry_ids::text[], :errors::text[])
          as v(member_id, part, entry_id, error)
        where d.${run} = :run_id and d.member_id = v.member_id ${same_part}`,
    }),

    record: defineCommand({
      params: params<{
        entry_ids: readonly string[];
        run_ids: readonly (string | null)[];
        member_ids: readonly (string | null)[];
        errors: readonly (string | null)[];
      }>(),
      sql: `
        update ${table} d set status = case when v.error is null then 'paid' else 'failed' end, error = v.error
        from unnest(:entry_ids::text[], :run_ids::text[], :member_ids::text[], :errors::text[])
          as v(entry_id, run_id, member_id, error)
        where d.${run} = v.run_id and d.member_id = v.member_id and d.entry_id = v.entry_id`,
    }),

    /** Sums are decimal text: numeric has no parser. */
    count: defineQuery({
      params: params<{ run_id: string }>(),
      result: { lines: int8, pending: int8, failed: text },
      sql: `
        select count(*) as lines, count(*) filter (where status = 'pending') as pending,
          coalesce(sum(amount_minor) filter (where status = 'failed'), 0)::text as failed
        from ${table} where ${run} = :run_id`,
    }),

    retry: defineCommand({
      params: params<{ run_id: string }>(),
      sql: `
        update ${table} set status = 'pending', error = null, entry_id = null
        where ${run} = :run_id and status = 'failed'`,
    }),

    /** Sums are decimal text: numeric has no parser. */
    sum: defineQuery({
      params: params<{ run_id: string; payable: readonly string[] }>(),
      result: { payable: text, tax: text, unpayable: text, count: int8 },
      sql: `
        select coalesce(sum(d.amount_minor) filter (where ${IS_PAYABLE}), 0)::text as payable,
          coalesce(sum(d.tax_minor) filter (where ${IS_PAYABLE}), 0)::text as tax,
          coalesce(sum(d.amount_minor) filter (where not ${IS_PAYABLE}), 0)::text as unpayable,
          count(*) filter (where not ${IS_PAYABLE} and d.amount_minor > 0) as count
        from ${table} d join sacco_members m on m.id = d.member_id where d.${run} = :run_id`,
    }),

    /** In the order in which they would be paid. */
    payable: defineQuery({
      params: params<{ run_id: string; payable: readonly string[] }>(),
      result: { amount_minor: int8, tax_minor: int8 },
      sql: `
        select d.amount_minor, d.tax_minor from ${table} d join sacco_members m on m.id = d.member_id
        where d.${run} = :run_id and ${IS_PAYABLE} order by ${place('d')}`,
    }),

    /** Of one member: a line that is being booked. */
    beingPaid: defineQuery({
      params: params<{ member_id: string; run_ids: readonly string[] }>(),
      result: { run_id: text },
      sql: `
        select ${run} as run_id from ${table}
        where ${run} = any(:run_ids::text[]) and member_id = :member_id and status = 'pending' and entry_id is not null limit 1`,
    }),
  };
}

export type LineStatements = ReturnType<typeof lineStatements>;
export type DueLine = Awaited<ReturnType<LineStatements['take']>>[number];
