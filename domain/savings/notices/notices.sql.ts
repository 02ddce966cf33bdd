/** Sums over the notices of an account. */
import { defineQuery, params, text } from '../../../db/statement.ts';

/** What notices before one cover. The sum is decimal text: numeric has no parser. */
export const sumEarlierNotices = defineQuery({
  params: params<{ account_id: string; before: string }>(),
  result: { given: text },
  sql: `
    select coalesce(sum(amount_minor), 0)::text as given from sacco_savings_notices
    where account_id = :account_id and id < :before`,
});
