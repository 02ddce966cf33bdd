/** Files whose time is over: from then on nothing may use them, and one process deletes them. */
import { defineQuery, params, text, textOf } from '../../db/statement.ts';
import type { Environment } from '../../core/scope.ts';

export const claimDueFiles = defineQuery({
  params: params<{ due_at: Date; latest_at: Date; again_at: Date; most: number }>(),
  result: { id: text, project_id: text, environment: textOf<Environment>() },
  sql: `
    update files f set status = 'deleting', due_at = :again_at
    from (
      select id from files where due_at <= :due_at or due_at > :latest_at
      order by due_at limit :most for update skip locked
    ) due where due.id = f.id
    returning f.id, f.project_id, f.environment::text`,
});
