/** What is taken already of what an import brings. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, params, text } from '../../db/statement.ts';

/** Member numbers, whatever their case. */
export const findTakenNumbers = defineQuery({
  params: params<ScopeColumns & { numbers: readonly string[] }>(),
  result: { number: text },
  sql: `
    select upper(member_no) as number from sacco_members
    where project_id = :project_id and environment = :environment and upper(member_no) = any(:numbers::text[])`,
});
