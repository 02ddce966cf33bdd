/** The money that is nobody's yet, in sum. */
import { defineQuery, int8, numeric, params } from '../../db/statement.ts';

export const sumUnallocated = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: { receipts: int8, unallocated: numeric },
  sql: `
    select count(*) as receipts, coalesce(sum(unallocated_minor), 0) as unallocated from sacco_receipts
    where project_id = :project_id and environment = :environment and unallocated_minor > 0`,
});
