/** The statement that reads many payments. */
import type { ColumnsOf } from '../../db/columns-of.ts';
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { PaymentRow } from './payment.model.ts';

export const readPayments = defineQuery({
  params: params<ColumnsOf<PaymentRow, 'id' | 'project_id' | 'environment'>>(),
  result: tableColumns<PaymentRow>('payments'),
  sql: `
    select p.* from unnest(:id::text[], :project_id::text[], :environment::environment[]) as w(id, project_id, environment)
    join payments p using (id, project_id, environment)`,
});
