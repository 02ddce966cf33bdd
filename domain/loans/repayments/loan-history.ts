/** What was paid of a loan and when, and when it was late: recalculated from its entries. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { money } from '../../../core/money.ts';
import { arrayOf, date, integer, object, resource, string, type Wire } from '../../../core/schema.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { getSettings } from '../../cooperative/index.ts';
import type { EntryRow } from '../../movements/index.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import { installmentsAtStart } from '../positions/position.rules.ts';
import { arrearsOf, historyOf, type Booked } from './loan-history.rules.ts';
import { entriesOfLoans } from './replay-entries.ts';

export const historySchema = resource(
  'LoanHistory',
  'What was paid of a loan and when, and when it was late',
  {
    loan_id: string,
    currency: currencySchema,
    installments: arrayOf(
      object({
        no: integer,
        due_date: date,
        paid_date: date.nullable().describe('When nothing of it was left to pay; null while anything is'),
        payments: arrayOf(object({ entry_id: string, date, ...movementMoneyFields('amount') })).describe(
          'The parts of repayments that it got; repayments that were reversed are left out',
        ),
      }),
    ),
    arrears: arrayOf(
      object({
        from: date.describe('The day after an installment was due'),
        to: date.nullable().describe('The last day; null: it goes on'),
        days: integer,
        installments: integer.describe('How many were late in that time'),
      }),
    ).describe('Times in which anything was late, oldest first'),
  },
);

/** Nothing of a loan that is not disbursed. @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function readHistory(
  db: Queryable,
  scope: Scope,
  loan_id: string,
): Promise<Wire<typeof historySchema>> {
  const loan: LoanRow = await Loan.query(db).findInScope(scope, loan_id);
  const { utc_offset_minutes } = await getSettings(db, scope);
  const entries = (await entriesOfLoans(db, [loan_id])).get(loan_id) ?? [];
  const has_begun = loan.disbursed_at !== null;
  const history = has_begun ? historyOf(installmentsAtStart(loan), entries.flatMap(bookedBy)) : [];
  const ended = loan.closed_at ?? scope.clock.now();
  const is_over = loan.closed_at !== null;
  return {
    loan_id,
    currency: loan.currency,
    installments: history.map(({ no, due_on, paid_on, payments }) => ({
      no,
      due_date: due_on,
      paid_date: paid_on,
      payments: payments.map((each) => ({
        entry_id: each.entry_id,
        date: each.paid_on,
        ...money('amount', each.amount_minor),
      })),
    })),
    arrears: arrearsOf(history, { until: localDateAt(ended, utc_offset_minutes), is_over }),
  };
}

/** A repayment that pays nothing but what is not the loan's is left out. */
function bookedBy(entry: EntryRow): Booked[] {
  if (entry.kind === 'loan_charge') {
    const { installment_no, income, amount_minor } = entry;
    if (installment_no === null || income === null) return [];
    return [{ kind: 'charge', charge: { installment_no, income, amount_minor } }];
  }
  const amount_minor = entry.principal_minor + entry.interest_minor + entry.penalty_minor;
  if (amount_minor === 0n) return [];
  return [{ kind: 'repayment', entry_id: entry.id, paid_on: entry.local_date, amount_minor }];
}
