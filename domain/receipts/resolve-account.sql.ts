/**
 * The statements that find members by what payers typed, of several scopes at once. Keys are lists, so that the indexes are used whatever
 * the planner knows of the tables; of what is found, each scope takes its own.
 */
import type { Environment } from '../../core/scope.ts';
import { defineQuery, orNull, params, text, textOf } from '../../db/statement.ts';

type Scopes = { project_ids: readonly string[]; environments: readonly Environment[] };

const MEMBER = { id: text, project_id: text, environment: textOf<Environment>() };

/** @param upper_nos numbers in capital letters */
export const findMembersByNumber = defineQuery({
  params: params<Scopes & { upper_nos: readonly string[] }>(),
  result: { ...MEMBER, member_no: text },
  sql: `
    select id, project_id, environment::text as environment, member_no from sacco_members
    where project_id = any(:project_ids::text[]) and environment = any(:environments::environment[])
      and upper(member_no) = any(:upper_nos::text[])`,
});

export const findMembersByPhone = defineQuery({
  params: params<Scopes & { phones: readonly string[] }>(),
  result: { ...MEMBER, phone: orNull(text) },
  sql: `
    select m.id, m.project_id, m.environment::text as environment, c.phone
    from customers c join sacco_members m on m.customer_id = c.id
    where c.project_id = any(:project_ids::text[]) and c.environment = any(:environments::environment[])
      and c.phone = any(:phones::text[])
    order by m.id`,
});
