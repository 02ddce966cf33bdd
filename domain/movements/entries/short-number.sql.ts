/** The statement that finds entries by their short number. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, params, text } from '../../../db/statement.ts';

/** In no order, which could lead away from the index: the end of an id is random, so that hardly two have the same. */
export const findByShortNumber = defineQuery({
  params: params<{ project_id: string; environment: Environment; short_no: string }>(),
  result: { id: text },
  sql: `
    select id from sacco_entries
    where project_id = :project_id and environment = :environment and right(id, 6) = :short_no`,
});
