/** The statement that finds loans by the end of their id, which borrowers type at a provider. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, params, text } from '../../../db/statement.ts';

export const findLoansByEnd = defineQuery({
  params: params<{ project_id: string; environment: Environment; end: string }>(),
  result: { id: text },
  sql: `
    select id from sacco_loans
    where project_id = :project_id and environment = :environment and right(id, 12) = :end limit 2`,
});
