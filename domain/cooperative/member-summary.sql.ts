/** Members by their ids and scopes, with their names. */
import { defineQuery, params, text } from '../../db/statement.ts';

export const readMemberSummaries = defineQuery({
  prepared: true,
  params: params<{
    ids: readonly string[];
    project_ids: readonly string[];
    environments: readonly string[];
  }>(),
  result: { id: text, member_no: text, full_name: text },
  sql: `
    select m.id, m.member_no, c.full_name
    from unnest(:ids::text[], :project_ids::text[], :environments::environment[]) as v(id, project_id, environment)
      join sacco_members m using (id, project_id, environment) join customers c on c.id = m.customer_id`,
});
