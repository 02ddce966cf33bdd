/** The SQL of the running totals, which both backends keep in PostgreSQL. Amounts are decimal text: sums may exceed 64 bits. */
import type { AddedTotals } from '../rules/posted-totals.rules.ts';
import type { PostedTotal } from '../backend.port.ts';

const COLUMNS = [
  'ledger',
  'account_code',
  'transfer_code',
  'quarter',
  'debits',
  'credits',
  'last_timestamp',
] as const;

export type AddedColumns = Record<(typeof COLUMNS)[number], string[]>;

/**
 * Adds to the latest totals of each kind, under the lock of their ledger: nobody else changes them meanwhile, and no quarter
 * is before the latest.
 * @param parameter the place of an array of `addedColumns`, by its name or number
 */
export function addTotals(parameter: (column: string, index: number) => string): string {
  const [ledger, account_code, transfer_code, quarter, debits, credits, last_timestamp] =
    COLUMNS.map(parameter);
  return `
  insert into ledger_posted_totals (${COLUMNS.join(', ')})
  select v.ledger, v.account_code, v.transfer_code, v.quarter,
    v.debits + coalesce(last.debits, 0), v.credits + coalesce(last.credits, 0), v.last_timestamp
  from unnest(${ledger}::bigint[], ${account_code}::smallint[], ${transfer_code}::smallint[], ${quarter}::integer[],
    ${debits}::numeric[], ${credits}::numeric[], ${last_timestamp}::bigint[]) as v(${COLUMNS.join(', ')})
  left join lateral (
    select t.debits, t.credits from ledger_posted_totals t
    where t.ledger = v.ledger and t.account_code = v.account_code and t.transfer_code = v.transfer_code
    order by t.quarter desc limit 1) last on true
  on conflict (ledger, account_code, transfer_code, quarter) do update
    set debits = excluded.debits, credits = excluded.credits, last_timestamp = excluded.last_timestamp`;
}

/** The arrays of `addTotals`, in the order of its columns. */
export function addedColumns({ rows }: AddedTotals): AddedColumns {
  const arrays = COLUMNS.map((name) => [name, rows.map((row) => String(row[name]))]);
  return Object.fromEntries(arrays) as AddedColumns;
}

/** The kinds of accounts and transfers that a ledger has totals of, found by one index look-up each. */
const KINDS_OF_LEDGERS = (ledgers: string): string => `
  kinds as (
    select l.ledger, first.account_code, first.transfer_code from unnest(${ledgers}::bigint[]) as l(ledger)
    cross join lateral (
      select account_code, transfer_code from ledger_posted_totals t where t.ledger = l.ledger
      order by account_code, transfer_code limit 1) first
    union all
    select k.ledger, next.account_code, next.transfer_code from kinds k cross join lateral (
      select account_code, transfer_code from ledger_posted_totals t
      where t.ledger = k.ledger and (t.account_code, t.transfer_code) > (k.account_code, k.transfer_code)
      order by account_code, transfer_code limit 1) next
  )`;

/**
 * The totals before the beginning of quarters.
 * @param parameters places of the arrays of ledgers and of quarters
 */
export function readTotalsBefore(parameters: { ledgers: string; quarters: string }): string {
  return `
  with recursive ${KINDS_OF_LEDGERS(parameters.ledgers)}
  select k.ledger, k.account_code, k.transfer_code, m.place, last.debits::text as debits, last.credits::text as credits,
    last.last_timestamp
  from unnest(${parameters.quarters}::integer[]) with ordinality as m(quarter, place) cross join kinds k cross join lateral (
    select t.debits, t.credits, t.last_timestamp from ledger_posted_totals t
    where t.ledger = k.ledger and t.account_code = k.account_code and t.transfer_code = k.transfer_code
      and t.quarter < m.quarter
    order by t.quarter desc limit 1) last`;
}

export interface TotalRow {
  ledger: bigint;
  account_code: number;
  transfer_code: number;
  /** Which of the moments, from 1. */
  place: bigint;
  debits: string;
  credits: string;
  last_timestamp: bigint;
}

/** @returns of each moment the sums of its rows, which may be several of a kind */
export function totalsByMoment(rows: readonly TotalRow[], moments: number): PostedTotal[][] {
  const sums = Array.from({ length: moments }, () => new Map<string, PostedTotal>());
  for (const { ledger, account_code, transfer_code, place, debits, credits, last_timestamp } of rows) {
    const of_moment = sums[Number(place) - 1] as Map<string, PostedTotal>;
    const key = `${ledger} ${account_code} ${transfer_code}`;
    const sum = of_moment.get(key);
    of_moment.set(key, {
      ledger: Number(ledger),
      account_code,
      transfer_code,
      debits: (sum?.debits ?? 0n) + BigInt(debits),
      credits: (sum?.credits ?? 0n) + BigInt(credits),
      last_timestamp: sum && sum.last_timestamp > last_timestamp ? sum.last_timestamp : last_timestamp,
    });
  }
  return sums.map((each) => [...each.values()]);
}
