/** Whether money is on its way from or to an account. */
import type { ScopeColumns } from '../../db/model.ts';
import { bool, defineQuery, params } from '../../db/statement.ts';

/** @param owner JSON of a list with one line of that owner, as journals store them */
export const findUnderWay = defineQuery({
  params: params<ScopeColumns & { id: string; owner: string }>(),
  result: { is_under_way: bool },
  sql: `
    select exists (
      select from sacco_entries
      where project_id = :project_id and environment = :environment and status in ('pending', 'posting')
        and (bank_account_id = :id or lines @> :owner::jsonb)
    ) or exists (
      select from reconciliation_lines l join reconciliation_runs r on r.id = l.run_id
      where r.project_id = :project_id and r.environment = :environment and r.resolving_since is not null
        and l.status = 'resolving' and l.bank_account_id = :id
    ) as is_under_way`,
});
