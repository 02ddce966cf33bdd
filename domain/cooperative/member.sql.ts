/** The statement that reads many members. */
import type { ColumnsOf } from '../../db/columns-of.ts';
import { defineQuery, orNull, params, tableColumns, text, textOf } from '../../db/statement.ts';
import type { NamedMember } from './member.model.ts';

export const readNamedMembers = defineQuery({
  params: params<ColumnsOf<NamedMember, 'id' | 'project_id' | 'environment'>>(),
  result: tableColumns<NamedMember>('sacco_members', {
    full_name: text,
    phone: orNull(text),
    customer_status: textOf<NamedMember['customer_status']>(),
  }),
  sql: `
    select m.*, c.full_name, c.phone, c.status as customer_status
    from unnest(:id::text[], :project_id::text[], :environment::environment[]) as w(id, project_id, environment)
    join sacco_members m using (id, project_id, environment) join customers c on c.id = m.customer_id`,
});
