/** Somebody's first page as clients see it. */
import { currencySchema, moneyFields, nullableSumFields } from '../../../core/common-schemas.ts';
import { money, moneyOrNull } from '../../../core/money.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  integer,
  object,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import { memberSummarySchema } from '../../cooperative/index.ts';
import type { loanBook } from '../../loans/index.ts';
import type { CooperativeFigures, Home } from './home.ts';
import type { HomeMonth } from './months.ts';
import type { MyDay } from './my-day.ts';

const myDaySchema = object({
  entries: integer.describe('Requested today by the caller, in any status'),
  members_served: integer.describe('Members of whom any of them is posted and not reversed'),
  ...moneyFields('in', 'out'),
  drawer: object({
    session_id: string,
    till_name: string,
    ...moneyFields('in', 'out'),
    ...nullableSumFields('expected'),
  })
    .nullable()
    .describe(
      "The caller's session at a till, as in the list of sessions; null without one that is not closed",
    ),
});

const myLoansSchema = object({
  applications: integer.describe('That wait for a decision'),
  open_loans: integer,
  late_loans: integer.describe('Of which anything is overdue'),
  ...moneyFields('overdue'),
  due_loans: integer.describe('Of which anything falls due today or in the six days after it'),
  ...moneyFields('due'),
});

const approvalsSchema = object({
  waiting: integer,
  oldest_requested_at: dateTime.nullable(),
  ages: arrayOf(
    object({ from_days: integer.describe('The fewest whole days that they have waited'), waiting: integer }),
  ),
});

const monthSchema = object({
  month_end: date.describe('The last day of the month. Of the month under way the figures are those of now'),
  ...moneyFields('savings', 'shares', 'cash', 'banks', 'providers', 'outstanding', 'par30'),
  par30_bps: integer.describe('Share of the principal outstanding that is 30 days late'),
});

const cooperativeSchema = object({
  months: arrayOf(monthSchema).describe('Thirteen, oldest first: a year, and the month before it'),
  largest_arrears: arrayOf(
    object({
      loan_id: string,
      member: memberSummarySchema,
      days_past_due: integer,
      ...moneyFields('overdue', 'outstanding'),
    }),
  ).describe('Five loans at most'),
  collections: arrayOf(
    object({ week_start: date, week_end: date, ...moneyFields('due', 'collected') }),
  ).describe('Eight weeks from Monday to Sunday, oldest first; the last one is under way'),
  books: object({
    balanced: boolean.describe('Whether debits equal credits in every currency'),
    closed_until: date.nullable().describe('The last day whose books are closed'),
    unreconciled_lines: integer.describe('Of the open runs of reconciliation'),
    unallocated_receipts: integer,
    ...moneyFields('unallocated'),
  }),
});

export const homeSchema = resource('Home', "What somebody's first page shows, by role", {
  as_of: dateTime,
  today: date,
  currency: currencySchema,
  ...moneyFields('cash_on_hand'),
  my_day: myDaySchema.nullable().describe('Null for API keys'),
  my_loans: myLoansSchema
    .nullable()
    .describe('The loans whose officer the caller is; null where there are none, and for API keys'),
  approvals: approvalsSchema.describe('Requests that wait for a second person, by age'),
  cooperative: cooperativeSchema
    .nullable()
    .describe('For owners, admins, checkers and API keys. At most ten seconds old, as is `my_loans`'),
});

export function presentHome(home: Home): Wire<typeof homeSchema> {
  return {
    as_of: home.as_of,
    today: home.today,
    currency: home.currency,
    ...money('cash_on_hand', home.cash_on_hand_minor),
    my_day: home.my_day && presentMyDay(home.my_day),
    my_loans: home.my_loans && presentMyLoans(home.my_loans),
    approvals: home.approvals,
    cooperative: home.cooperative && presentCooperative(home.cooperative),
  };
}

function presentMyDay({ entries, members_served, in_minor, out_minor, drawer }: MyDay) {
  return {
    entries,
    members_served,
    ...money('in', in_minor),
    ...money('out', out_minor),
    drawer: drawer && {
      session_id: drawer.session_id,
      till_name: drawer.till_name,
      ...money('in', drawer.in_minor),
      ...money('out', drawer.out_minor),
      ...moneyOrNull('expected', drawer.expected_minor),
    },
  };
}

function presentMyLoans(book: loanBook.OfficerBook) {
  return {
    applications: book.applications,
    open_loans: book.open_loans,
    late_loans: book.late_loans,
    ...money('overdue', book.overdue_minor),
    due_loans: book.due_loans,
    ...money('due', book.due_minor),
  };
}

function presentCooperative({ months, largest_arrears, collections, books }: CooperativeFigures) {
  return {
    months: months.map(presentMonth),
    largest_arrears: largest_arrears.map(({ loan_id, member_id, member_no, full_name, ...late }) => ({
      loan_id,
      member: { id: member_id, member_no, full_name },
      days_past_due: late.days_past_due,
      ...money('overdue', late.overdue_minor),
      ...money('outstanding', late.outstanding_minor),
    })),
    collections: collections.map(({ week_start, week_end, due_minor, collected_minor }) => ({
      week_start,
      week_end,
      ...money('due', due_minor),
      ...money('collected', collected_minor),
    })),
    books: {
      balanced: books.balanced,
      closed_until: books.closed_until,
      unreconciled_lines: books.unreconciled_lines,
      unallocated_receipts: books.unallocated.receipts,
      ...money('unallocated', books.unallocated.amount_minor),
    },
  };
}

function presentMonth(month: HomeMonth) {
  return {
    month_end: month.month_end,
    ...money('savings', month.savings_minor),
    ...money('shares', month.shares_minor),
    ...money('cash', month.cash_minor),
    ...money('banks', month.banks_minor),
    ...money('providers', month.providers_minor),
    ...money('outstanding', month.outstanding_minor),
    ...money('par30', month.par30_minor),
    par30_bps: month.par30_bps,
  };
}
