/** What was spent as clients see it, as JSON and as the lines of CSV. */
import { moneyFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { money } from '../../core/money.ts';
import { arrayOf, date, object, resource, string, type Wire } from '../../core/schema.ts';
import type { ExpenseReport } from './report-expenses.ts';

const expenseCategorySchema = object({ category: string, ...moneyFields('amount') });

export const expenseReportSchema = resource('ExpenseReport', 'What was spent in a period, by category', {
  from: date,
  to: date,
  categories: arrayOf(expenseCategorySchema).describe(
    'In the order of their names, less what was reversed in the period',
  ),
  ...moneyFields('total'),
});

export function presentExpenseReport({
  from,
  to,
  categories,
  total_minor,
}: ExpenseReport): Wire<typeof expenseReportSchema> {
  return {
    from,
    to,
    categories: categories.map(presentCategory),
    ...money('total', total_minor),
  };
}

/** A line for each category. */
export function expenseReportCsv({ categories }: ExpenseReport): AsyncIterable<string> {
  return csvOf(expenseCategorySchema, categories.map(presentCategory));
}

function presentCategory({
  category,
  amount_minor,
}: ExpenseReport['categories'][number]): Wire<typeof expenseCategorySchema> {
  return { category, ...money('amount', amount_minor) };
}
