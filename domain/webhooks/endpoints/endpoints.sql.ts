/** The lock under which the endpoints of a project are counted. */
import { defineCommand, params } from '../../../db/statement.ts';

export const lockProject = defineCommand({
  params: params<{ project_id: string }>(),
  sql: 'select from projects where id = :project_id for no key update',
});
