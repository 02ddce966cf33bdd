/** The statement that finds members by a number in letters of either case. */
import type { Environment } from '../../core/scope.ts';
import { defineQuery, params, text } from '../../db/statement.ts';

export const findMembersByNumber = defineQuery({
  params: params<{ project_id: string; environment: Environment; member_no: string }>(),
  result: { id: text, member_no: text },
  sql: `
    select id, member_no from sacco_members
    where project_id = :project_id and environment = :environment and upper(member_no) = upper(:member_no) limit 10`,
});
