/** The statement that finds the payments which have references already. */
import type { Environment } from '../../../core/scope.ts';
import type { ColumnsOf } from '../../../db/columns-of.ts';
import { defineQuery, params, text, textOf } from '../../../db/statement.ts';
import type { PaymentRow } from '../payment.model.ts';

export const findReferenceHolders = defineQuery({
  params: params<ColumnsOf<PaymentRow, 'project_id' | 'environment' | 'provider' | 'reference'>>(),
  result: {
    id: text,
    project_id: text,
    environment: textOf<Environment>(),
    provider: text,
    reference: text,
  },
  sql: `
    select p.id, p.project_id, p.environment, p.provider, p.reference
    from unnest(:project_id::text[], :environment::environment[], :provider::text[], :reference::text[])
      as w(project_id, environment, provider, reference)
    join payments p using (project_id, environment, provider, reference)`,
});
