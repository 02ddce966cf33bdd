/** The summary of the SACCO as clients see it. */
import { moneyFields } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { bigInteger, boolean, each, integer, map, object, resource, type Wire } from '../../core/schema.ts';
import { ACCOUNT_KINDS, ACCOUNT_KIND_NAMES } from '../ledger/index.ts';
import { loanPortfolio } from '../loans/index.ts';
import { MEMBER_STATUSES } from '../cooperative/index.ts';
import { cashPartsField, presentCashParts } from '../tills/index.ts';
import type { Summary } from './summary.ts';

export const summarySchema = resource('Summary', 'The SACCO at a glance', {
  members: object(each(MEMBER_STATUSES, integer)).describe('How many, by status'),
  balances: map(bigInteger).describe('By kind of account (`<kind>_minor`), on its normal side'),
  ...cashPartsField,
  portfolio: loanPortfolio.schema,
  integrity: object({
    ...moneyFields('total_debit_balances', 'total_credit_balances'),
    balanced: boolean,
  }).describe('Whether the books balance'),
});

export function presentSummary({
  members,
  balances,
  portfolio,
  cash_parts,
}: Summary): Wire<typeof summarySchema> {
  return {
    members,
    balances: Object.fromEntries(
      ACCOUNT_KIND_NAMES.map((kind): [string, bigint] => [`${kind}_minor`, balances.get(kind) ?? 0n]),
    ),
    ...presentCashParts(cash_parts),
    portfolio: loanPortfolio.present(portfolio),
    integrity: integrityOf(balances),
  };
}

/** Every movement debits one account and credits another, so the two sides are equal unless there is an error. */
function integrityOf(balances: Summary['balances']) {
  const side = (normal: 'debit' | 'credit'): bigint =>
    [...balances].reduce(
      (sum, [kind, balance]) => (ACCOUNT_KINDS[kind].normal === normal ? sum + balance : sum),
      0n,
    );
  const [debit, credit] = [side('debit'), side('credit')];
  return {
    ...money('total_debit_balances', debit),
    ...money('total_credit_balances', credit),
    balanced: debit === credit,
  };
}
