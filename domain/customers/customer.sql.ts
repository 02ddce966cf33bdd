/** The statements that lock customers. */
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { CustomerRow } from './customer.model.ts';

/** Rows are locked in id order, which avoids deadlocks. */
const lockRows = (strength: 'share' | 'no key update') =>
  defineQuery({
    params: params<{
      ids: readonly string[];
      project_ids: readonly string[];
      environments: readonly string[];
    }>(),
    result: tableColumns<CustomerRow>('customers'),
    sql: `
      select c.* from unnest(:ids::text[], :project_ids::text[], :environments::environment[]) as w(id, project_id, environment)
      join customers c using (id, project_id, environment) order by c.id for ${strength} of c`,
  });

export const lockCustomerRows = { share: lockRows('share'), update: lockRows('no key update') };
