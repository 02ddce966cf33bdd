/** Dividends as clients and webhooks see them. */
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
import { memberSummarySchema, savingsIds } from '../cooperative/index.ts';
import { LINE_STATUSES, STATUSES } from '../distributions/index.ts';
import type { DividendAccount } from './dividend-account.ts';
import {
  DIVIDEND_SOURCES,
  type DividendPreview,
  type DividendRow,
  type NamedDividendLineRow,
} from './dividend.model.ts';
import type { DividendLineView, DividendView } from './read-dividend.ts';

export const dividendPreviewSchema = resource(
  'DividendPreview',
  'What a dividend would come to at this moment. Nothing was stored',
  {
    members: integer.describe('Who would get something'),
    currency: currencySchema,
    withholding_tax_bps: integer,
    ...moneyFields('total', 'tax', 'net', 'available', 'left'),
  },
);

/** `available` is what the income account holds, and `left` what it would hold then: negative where it is too little. */
export function presentDividendPreview({
  lines,
  currency,
  withholding_tax_bps,
  ...sums
}: DividendPreview): Wire<typeof dividendPreviewSchema> {
  return {
    members: lines,
    currency,
    withholding_tax_bps,
    ...money('total', sums.total_minor),
    ...money('tax', sums.tax_minor),
    ...money('net', sums.total_minor - sums.tax_minor),
    ...money('available', sums.available_minor),
    ...money('left', sums.available_minor - sums.total_minor),
  };
}

/** Without lines, as lists have it. */
export const dividendSummarySchema = resource('DividendSummary', 'A dividend without its lines', {
  id: string,
  label: string,
  period_start: date,
  period_end: date,
  share_rate_bps: integer.describe('On shares, in hundredths of a percent'),
  interest_rebate_bps: integer.describe('On interest paid, in hundredths of a percent'),
  paid_from: oneOf(DIVIDEND_SOURCES),
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
});

const dividendLineSchema = resource('DividendLine', 'What one member gets of a dividend', {
  member_id: string,
  member: memberSummarySchema,
  ...moneyFields('shares', 'interest_paid', 'amount', 'tax', 'net'),
  savings_account_id: string.describe(
    'The savings account that it is paid into; where that is closed by then, the one that every member has',
  ),
  status: oneOf(LINE_STATUSES),
  error: reasonSchema.nullable(),
});

export const memberDividendSchema = resource('MemberDividend', 'One line with the dividend that it is of', {
  dividend_id: string,
  label: string,
  period_start: date,
  period_end: date,
  share_rate_bps: integer,
  interest_rebate_bps: integer,
  currency: currencySchema,
  ...dividendLineSchema.fields,
  entry_id: string.nullable().describe('The entry that pays it, from when it is being booked'),
});

export const dividendSchema = resource('Dividend', 'A share of the income for every member', {
  ...dividendSummarySchema.fields,
  lines: arrayOf(dividendLineSchema),
  lines_omitted: integer
    .describe('In a webhook of a dividend with many lines: how many follow those that it has')
    .optional(),
  replayed: boolean,
});

export const dividendAccountSchema = resource('DividendAccount', 'Where dividends of a member are paid', {
  member_id: string,
  savings_account_id: string.describe('By default the account that every member has'),
});

export function presentDividendAccount({
  member_id,
  account_id,
}: DividendAccount): Wire<typeof dividendAccountSchema> {
  return { member_id, savings_account_id: savingsIds.idOf(member_id, account_id) };
}

/** Without lines, as lists have it. */
export function presentDividendSummary(dividend: DividendRow): Wire<typeof dividendSummarySchema> {
  return {
    id: dividend.id,
    label: dividend.label,
    period_start: dividend.period_start,
    period_end: dividend.period_end,
    share_rate_bps: dividend.share_rate_bps,
    interest_rebate_bps: dividend.interest_rebate_bps,
    paid_from: dividend.paid_from,
    withholding_tax_bps: dividend.withholding_tax_bps,
    currency: dividend.currency,
    status: dividend.status,
    ...money('total', dividend.total_minor),
    ...money('tax', dividend.tax_minor),
    ...money('failed', dividend.failed_minor),
    entry_id: dividend.entry_id,
    approval_id: dividend.approval_id,
    created_at: dividend.created_at,
    paid_at: dividend.paid_at,
  };
}

/**
 * @param view with the number of its lines that are left out, where some may be
 * @param replayed whether it answers a request that came before
 */
export function presentDividend(
  { dividend, lines, lines_omitted = 0 }: DividendView & { lines_omitted?: number },
  replayed = false,
): Wire<typeof dividendSchema> {
  return {
    ...presentDividendSummary(dividend),
    lines: lines.map(presentLine),
    ...(lines_omitted > 0 ? { lines_omitted } : {}),
    replayed,
  };
}

/** One line with the dividend that it is of. */
export function presentDividendLine({ dividend, line }: DividendLineView): Wire<typeof memberDividendSchema> {
  return {
    dividend_id: dividend.id,
    label: dividend.label,
    period_start: dividend.period_start,
    period_end: dividend.period_end,
    share_rate_bps: dividend.share_rate_bps,
    interest_rebate_bps: dividend.interest_rebate_bps,
    currency: dividend.currency,
    ...presentLine(line),
    entry_id: line.entry_id,
  };
}

function presentLine(line: NamedDividendLineRow): Wire<typeof dividendLineSchema> {
  return {
    member_id: line.member_id,
    member: { id: line.member_id, member_no: line.member_no, full_name: line.full_name },
    ...money('shares', line.shares_minor),
    ...money('interest_paid', line.interest_paid_minor),
    ...money('amount', line.amount_minor),
    ...money('tax', line.tax_minor),
    ...money('net', line.amount_minor - line.tax_minor),
    savings_account_id: savingsIds.idOf(line.member_id, line.savings_account_id),
    status: line.status,
    error: line.error,
  };
}
