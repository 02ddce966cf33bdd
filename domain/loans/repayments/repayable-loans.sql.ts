/** The statements that find loans which money that comes without a prompt may repay. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, params, tableColumns, text, textOf } from '../../../db/statement.ts';
import type { LoanRow, LoanStatus } from '../loan.model.ts';

/** A member has a few open loans; more than `limit` of one get nothing by themselves. */
export const readOpenLoans = defineQuery({
  params: params<{ member_ids: readonly string[]; limit: number }>(),
  result: tableColumns<LoanRow>('sacco_loans'),
  sql: `
    select l.* from unnest(:member_ids::text[]) as m(id) cross join lateral (
      select * from sacco_loans where member_id = m.id and status = 'open' order by id limit :limit) l`,
});

/** Loans of several scopes by the end of their ids, which borrowers type at a provider. */
export const findLoansByEnd = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly Environment[];
    ends: readonly string[];
  }>(),
  result: {
    id: text,
    project_id: text,
    environment: textOf<Environment>(),
    member_id: text,
    status: textOf<LoanStatus>(),
  },
  sql: `
    select id, project_id, environment::text as environment, member_id, status from sacco_loans
    where project_id = any(:project_ids::text[]) and environment = any(:environments::environment[])
      and right(id, 12) = any(:ends::text[])`,
});
