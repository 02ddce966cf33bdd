/** The statement that records how many movements ended. */
import type { ColumnsOf } from '../../../db/columns-of.ts';
import { defineQuery, params, uuid } from '../../../db/statement.ts';
import type { MovementRow } from './movement.model.ts';

/**
 * Rows are locked in id order, which avoids deadlocks. They are found by their ids alone: the indexes of pending rows are full of
 * entries that were pending a moment ago.
 */
export const recordResults = defineQuery({
  params: params<ColumnsOf<MovementRow, 'id' | 'refusal'>>(),
  result: { id: uuid },
  sql: `
    with ended as (
      select * from unnest(:id::uuid[], :refusal::text[]) as e(id, reason)
    ), locked as materialized (
      select m.id, m.status from wallet_movements m join ended using (id) order by m.id for no key update of m
    )
    update wallet_movements m set status = case when reason is null then 'posted' else 'refused' end, refusal = reason
    from ended join locked using (id) where m.id = ended.id and locked.status = 'pending' returning m.id`,
});
