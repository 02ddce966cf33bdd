/** The statement that finds the names of actors. */
import { defineQuery, params, text } from '../../db/statement.ts';

/** A user belongs to no project, a key to one. */
export const findActorNames = defineQuery({
  prepared: true,
  params: params<{ ids: readonly (string | null)[]; project_ids: readonly string[] }>(),
  result: { id: text, name: text },
  sql: `
    with actors as (select * from unnest(:ids::text[], :project_ids::text[]) as v(id, project_id))
    select u.id, u.name from users u where u.id in (select id from actors)
    union all
    select k.id, k.name from api_keys k join actors using (id, project_id)`,
});
