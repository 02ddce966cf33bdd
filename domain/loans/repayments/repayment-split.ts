/** What a repayment of some amount would pay today: shown before it is requested. */
import { moneyFields, currencySchema } from '../../../core/common-schemas.ts';
import { refusal } from '../../../core/errors.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { resource, type Wire } from '../../../core/schema.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { allocate, payoffOf, totalsOf } from '../positions/position.rules.ts';
import { readLoan } from '../read-loan.ts';

export const splitSchema = resource('RepaymentSplit', 'What a repayment would pay, made today', {
  currency: currencySchema,
  ...moneyFields('amount', 'penalty', 'interest', 'principal', 'payoff_after'),
});

/** @throws AppError NOT_FOUND, `loan_not_open`, `above_payoff` */
export async function readSplit(
  db: Queryable,
  scope: Scope,
  loan_id: string,
  { amount_minor }: { amount_minor: bigint },
): Promise<Wire<typeof splitSchema>> {
  const { loan, installments } = await readLoan(db, scope, loan_id);
  if (loan.status !== 'open') throw refusal('loan_not_open');
  const payoff = payoffOf(installments);
  if (amount_minor > payoff)
    throw refusal('above_payoff', `${formatMoney(payoff, loan.currency)} closes this loan today.`);
  const parts = totalsOf(allocate(installments, amount_minor));
  return {
    currency: loan.currency,
    ...money('amount', amount_minor),
    ...money('penalty', parts.penalty_minor),
    ...money('interest', parts.interest_minor),
    ...money('principal', parts.principal_minor),
    ...money('payoff_after', payoff - amount_minor),
  };
}
