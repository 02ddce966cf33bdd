/** The statement that records what the ledger answered to manual transfers. */
import { defineQuery, params, uuid } from '../../../db/statement.ts';

/** Rows are locked in id order, which avoids deadlocks between a request and the sweep that record the same outcome. */
export const recordTransferRows = defineQuery({
  params: params<{ ids: string[]; statuses: string[] }>(),
  result: { id: uuid },
  sql: `
    with locked as materialized (
      select id from ledger_manual_transfers where id = any(:ids::uuid[]) and status <> 'posted' order by id for no key update
    )
    update ledger_manual_transfers t set status = v.status
    from unnest(:statuses::text[], :ids::uuid[]) as v(status, id) join locked using (id) where t.id = v.id returning t.id`,
});
