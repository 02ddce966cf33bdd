/** Interest on deposits as clients and webhooks see it. */
import { currencySchema, moneyFields, reasonSchema } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  integer,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import { memberSummarySchema, interestTerms } from '../cooperative/index.ts';
import { LINE_STATUSES, STATUSES } from '../distributions/index.ts';
import type { InterestView } from './read-interest.ts';
import type { SavingsInterestRow } from './savings-interest.model.ts';

/** Without lines, as lists have it. */
export const interestSummarySchema = resource(
  'SavingsInterestSummary',
  'Interest on deposits for a period, without its lines',
  {
    id: string,
    label: string,
    period_start: date,
    period_end: date,
    rate_bps: integer.describe('A year, in hundredths of a percent'),
    basis: oneOf(interestTerms.BASES).describe('Which balances count'),
    counting: oneOf(interestTerms.COUNTINGS).nullable().describe('Of `monthly`: which balance of each month'),
    product_id: string.describe('The savings product whose accounts earn it'),
    credit_to: oneOf(interestTerms.CREDITED_TO),
    withholding_tax_bps: integer.describe(
      'Withheld from lines of members who are not exempt, in hundredths of a percent',
    ),
    currency: currencySchema,
    status: oneOf(STATUSES),
    ...moneyFields('total', 'tax', 'failed'),
    entry_id: string,
    approval_id: string.nullable(),
    created_at: dateTime,
    paid_at: dateTime.nullable(),
  },
);

const lineSchema = resource('SavingsInterestLine', 'What one savings account earns', {
  member_id: string,
  member: memberSummarySchema,
  savings_account_id: string.describe('The account that earns it'),
  ...moneyFields('balances', 'gross', 'tax', 'net'),
  status: oneOf(LINE_STATUSES),
  error: reasonSchema.nullable(),
});

export const interestSchema = resource('SavingsInterest', 'Interest on deposits for a period', {
  ...interestSummarySchema.fields,
  lines: arrayOf(lineSchema).describe(
    '`balances` is the sum of the balances that count: one for each day, or for each whole month',
  ),
  lines_omitted: integer
    .describe('In a webhook of a run with many lines: how many follow those that it has')
    .optional(),
  replayed: boolean,
});

/** Without lines, as lists have it. */
export function presentInterestSummary(run: SavingsInterestRow): Wire<typeof interestSummarySchema> {
  return {
    id: run.id,
    label: run.label,
    period_start: run.period_start,
    period_end: run.period_end,
    rate_bps: run.rate_bps,
    basis: run.basis,
    counting: run.counting,
    product_id: run.product_id,
    credit_to: run.credit_to,
    withholding_tax_bps: run.withholding_tax_bps,
    currency: run.currency,
    status: run.status,
    ...money('total', run.total_minor),
    ...money('tax', run.tax_minor),
    ...money('failed', run.failed_minor),
    entry_id: run.entry_id,
    approval_id: run.approval_id,
    created_at: run.created_at,
    paid_at: run.paid_at,
  };
}

/**
 * @param view with the number of its lines that are left out, where some may be
 * @param replayed whether it answers a request that came before
 */
export function presentInterest(
  { run, lines, lines_omitted = 0 }: InterestView & { lines_omitted?: number },
  replayed = false,
): Wire<typeof interestSchema> {
  return {
    ...presentInterestSummary(run),
    lines: lines.map((line) => ({
      member_id: line.member_id,
      member: { id: line.member_id, member_no: line.member_no, full_name: line.full_name },
      savings_account_id: line.savings_account_id,
      ...money('balances', BigInt(line.balances_minor)),
      ...money('gross', line.amount_minor),
      ...money('tax', line.tax_minor),
      ...money('net', line.amount_minor - line.tax_minor),
      status: line.status,
      error: line.error,
    })),
    ...(lines_omitted > 0 ? { lines_omitted } : {}),
    replayed,
  };
}
