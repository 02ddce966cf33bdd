/** The statements that find members by what payers typed, each with its place among what is looked for. */
import type { Environment } from '../../core/scope.ts';
import { defineQuery, int4, params, text } from '../../db/statement.ts';

type Scopes = { project_ids: readonly string[]; environments: readonly Environment[] };

/** By a number in letters of either case. */
export const findMembersByNumber = defineQuery({
  params: params<Scopes & { member_nos: readonly string[] }>(),
  result: { place: int4, id: text, member_no: text },
  sql: `
    select v.place::integer - 1 as place, m.*
    from unnest(:project_ids::text[], :environments::environment[], :member_nos::text[])
      with ordinality as v(project_id, environment, member_no, place)
    cross join lateral (
      select id, member_no from sacco_members
      where project_id = v.project_id and environment = v.environment and upper(member_no) = upper(v.member_no) limit 10) m`,
});

export const findMembersByPhone = defineQuery({
  params: params<Scopes & { phones: readonly string[] }>(),
  result: { place: int4, id: text },
  sql: `
    select v.place::integer - 1 as place, m.id
    from unnest(:project_ids::text[], :environments::environment[], :phones::text[])
      with ordinality as v(project_id, environment, phone, place)
    cross join lateral (
      select m.id from customers c join sacco_members m on m.customer_id = c.id
      where c.project_id = v.project_id and c.environment = v.environment and c.phone = v.phone limit 1) m`,
});
