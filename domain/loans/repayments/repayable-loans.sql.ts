/** The statements that find loans which money that comes without a prompt may repay. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, int4, params, tableColumns, text, textOf } from '../../../db/statement.ts';
import type { LoanRow, LoanStatus } from '../loan.model.ts';

/** A member has a few open loans; more than `limit` of one get nothing by themselves. */
export const readOpenLoans = defineQuery({
  params: params<{ member_ids: readonly string[]; limit: number }>(),
  result: tableColumns<LoanRow>('sacco_loans'),
  sql: `
    select l.* from unnest(:member_ids::text[]) as m(id) cross join lateral (
      select * from sacco_loans where member_id = m.id and status = 'open' order by id limit :limit) l`,
});

/** Loans by the end of their ids, which borrowers type at a provider: at most two of each, with their place among the ends. */
export const findLoansByEnd = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly Environment[];
    ends: readonly string[];
  }>(),
  result: { place: int4, id: text, member_id: text, status: textOf<LoanStatus>() },
  sql: `
    select v.place::integer - 1 as place, l.*
    from unnest(:project_ids::text[], :environments::environment[], :ends::text[])
      with ordinality as v(project_id, environment, id_end, place)
    cross join lateral (
      select id, member_id, status from sacco_loans
      where project_id = v.project_id and environment = v.environment and right(id, 12) = v.id_end limit 2) l`,
});
