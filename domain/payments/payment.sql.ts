/** The statement that reads many payments. */
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { PaymentRow } from './payment.model.ts';

export const readPayments = defineQuery({
  params: params<{
    ids: readonly string[];
    project_ids: readonly string[];
    environments: readonly string[];
  }>(),
  result: tableColumns<PaymentRow>('payments'),
  sql: `
    select p.* from unnest(:ids::text[], :project_ids::text[], :environments::environment[]) as w(id, project_id, environment)
    join payments p using (id, project_id, environment)`,
});
