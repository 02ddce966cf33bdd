/** The statement that finds the payments which have references already. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, params, text, textOf } from '../../../db/statement.ts';

export const findReferenceHolders = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    providers: readonly string[];
    references: readonly string[];
  }>(),
  result: {
    id: text,
    project_id: text,
    environment: textOf<Environment>(),
    provider: text,
    reference: text,
  },
  sql: `
    select p.id, p.project_id, p.environment, p.provider, p.reference
    from unnest(:project_ids::text[], :environments::environment[], :providers::text[], :references::text[])
      as w(project_id, environment, provider, reference)
    join payments p using (project_id, environment, provider, reference)`,
});
