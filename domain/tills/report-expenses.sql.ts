/** Expenses by category. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, params, text } from '../../db/statement.ts';
import { entries } from '../movements/index.ts';

/** Sums are decimal text: numeric has no parser. */
export const sumExpenses = defineQuery({
  params: params<ScopeColumns & { begins: Date; ends: Date }>(),
  result: { category: text, amount: text },
  sql: `
    select category, sum(sign * amount_minor)::text as amount from (${entries.postedAndReversed('expense')}) spent_and_reversed
    group by category order by category`,
});
