/** What the schedules of loans asked for, month by month. */
import { date, defineQuery, numeric, params } from '../../../db/statement.ts';

/** By the index of due dates. */
export const sumDueByMonth = defineQuery({
  params: params<{ project_id: string; environment: string; from: string; to: string }>(),
  result: { month: date, due: numeric },
  sql: `
    select date_trunc('month', due_on)::date as month, sum(principal_minor + interest_minor + penalty_minor) as due
    from sacco_loan_installments
    where project_id = :project_id and environment = :environment and due_on between :from::date and :to::date
    group by 1 order by 1`,
});
