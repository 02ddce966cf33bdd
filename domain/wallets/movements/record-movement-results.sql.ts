/** The statement that records how many movements ended. */
import { defineQuery, params, uuid } from '../../../db/statement.ts';

/**
 * Rows are locked in id order, which avoids deadlocks. They are found by their ids alone: the indexes of pending rows are full of
 * entries that were pending a moment ago.
 */
export const recordResults = defineQuery({
  /** @param refusals null where the movement was posted */
  params: params<{ ids: readonly string[]; refusals: readonly (string | null)[] }>(),
  result: { id: uuid },
  sql: `
    with ended as (
      select * from unnest(:ids::uuid[], :refusals::text[]) as e(id, reason)
    ), locked as materialized (
      select m.id, m.status from wallet_movements m join ended using (id) order by m.id for no key update of m
    )
    update wallet_movements m set status = case when reason is null then 'posted' else 'refused' end, refusal = reason
    from ended join locked using (id) where m.id = ended.id and locked.status = 'pending' returning m.id`,
});
