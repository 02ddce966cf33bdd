/** What papers say: a text, or how it is put together, for each language. */
import type { entries } from '../../movements/index.ts';

export interface Words {
  page_of: string;
  /** On papers of the test environment. */
  test: string;
  check: (url: string) => string;
  kinds: Record<PaperKind, string>;
  movements: Record<(typeof entries.KINDS)[number], string>;
  statuses: Record<InstallmentStatus | GuaranteeStatus, string>;
  frequencies: Record<'weekly' | 'biweekly' | 'monthly', string>;
  methods: Record<'flat' | 'declining', string>;

  amount: string;
  currency: string;
  member: string;
  member_no: string;
  date: string;
  time: string;
  period: string;
  savings: string;
  shares: string;
  loan: string;
  memo: string;

  movement: string;
  balance: string;
  opening: string;
  closing: string;

  from_savings: string;
  to_phone: string;
  by_bank: string;
  reference: string;
  savings_after: string;
  shares_after: string;
  teller: string;
  short_no: string;
  receipt_no: string;
  reverses: string;
  reversed: (date: string) => string;

  borrower: string;
  loan_no: string;
  principal: string;
  interest: string;
  penalty: string;
  paid: string;
  unpaid: string;
  sum: string;
  no: string;
  due_date: string;
  status: string;
  disbursed_on: string;
  rate: string;
  term: string;
  installments: (count: number, frequency: string) => string;
  purpose: string;
  as_of: string;
  outstanding: string;
  payoff: string;

  dividend: string;
  shares_held: string;
  share_rate: string;
  interest_paid: string;
  rebate_rate: string;
  before_tax: string;
  tax_withheld: string;
  fee: string;
  paid_on: string;

  guarantor: string;
  pledge: string;
  called: string;
  applied_on: string;
  promise: (guarantor: string, borrower: string, pledge: string) => string;

  till: string;
  cash_in: string;
  cash_out: string;
  count: string;
  expected: string;
  counted: string;
  difference: string;
  not_counted: string;
  denomination: string;
  pieces: string;
  checker: string;

  /** @param name of who signs; left out where anybody of that role may */
  sign: (role: string, name?: string) => string;
  for_cooperative: string;

  /** Of the public page. */
  genuine: string;
  genuine_hint: string;
  unknown: string;
  unknown_hint: string;
  paper: string;
  code: string;
  reversed_since: string;
  not_now: string;
  not_now_hint: string;
}

export type PaperKind =
  'statement' | 'loan_schedule' | 'receipt' | 'dividend_advice' | 'guarantee' | 'day_sheet';
type InstallmentStatus = 'upcoming' | 'due' | 'overdue' | 'paid';
type GuaranteeStatus = 'requested' | 'pledged' | 'declined' | 'expired' | 'held' | 'released' | 'called';
