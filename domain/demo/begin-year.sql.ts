/** Whether anything has happened in the test environment of a project. */
import { bool, defineQuery, params } from '../../db/statement.ts';

export const findHistory = defineQuery({
  params: params<{ project_id: string }>(),
  result: { has_any: bool, is_founded: bool },
  sql: `
    select exists (select from customers where project_id = :project_id and environment = 'test')
      or exists (select from payments where project_id = :project_id and environment = 'test')
      or exists (select from ledger_accounts where project_id = :project_id and environment = 'test') as has_any,
      exists (select from sacco_settings where project_id = :project_id and environment = 'test') as is_founded`,
});
