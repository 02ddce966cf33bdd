/** The statements on the running totals of the cluster's transfers. */
import { defineCommand, defineQuery, int2, int4, int8, params, text } from '../../../db/statement.ts';
import { addTotals, readTotalsBefore, type AddedColumns } from '../reports/posted-totals.sql.ts';

export const addTotalRows = defineCommand({
  params: params<AddedColumns>(),
  sql: addTotals((column) => `:${column}`),
});

export const readTotalRowsBefore = defineQuery({
  params: params<{ ledgers: number[]; quarters: number[] }>(),
  result: {
    ledger: int8,
    account_code: int2,
    transfer_code: int2,
    place: int8,
    debits: text,
    credits: text,
    last_timestamp: int8,
  },
  sql: readTotalsBefore({ ledgers: ':ledgers', quarters: ':quarters' }),
});

/** The quarters of an hour from which on closed periods let transfers of a ledger count. */
export const readSealedQuarters = defineQuery({
  params: params<{ ledger: bigint }>(),
  result: { quarter: int4 },
  sql: `
    select distinct floor((extract(epoch from (p.end_date + 1)::timestamp) - p.utc_offset_minutes * 60) / 900)::integer as quarter
    from accounting_periods p join ledger_books b using (project_id, environment)
    where b.no = :ledger::bigint / 1000`,
});
