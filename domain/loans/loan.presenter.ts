/** Loans and products as clients and webhooks see them. */
import { currencySchema, moneyFields, movementMoneyFields, reasonSchema } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  integer,
  namedChoice,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import { memberSummarySchema, type MemberSummaries } from '../cooperative/index.ts';
import { MAX_LIST_OF_EVENT } from '../webhooks/index.ts';
import { PAID, UNPAID, type Installment } from './positions/figures.rules.ts';
import { GUARANTEE_STATUSES, type GuaranteeRow } from './guarantees/guarantee.model.ts';
import { GUARANTOR_CONSENT } from './consents/consent.rules.ts';
import type { ConsentRow } from './consents/consent.model.ts';
import { consentSchema, presentConsent } from './consents/consent.presenter.ts';
import { DISBURSE_TO, LOAN_STATUSES } from './loan.model.ts';
import type { LoanPreview } from './applications/preview-loan.ts';
import {
  chargesDueOf,
  daysPastDue,
  INSTALLMENT_STATUSES,
  installmentStatus,
  oldestUnpaid,
  outstandingOf,
} from './positions/position.rules.ts';
import { accountNumberOf } from './repayments/repayable-loans.ts';
import { LOAN_PRODUCT_STATUSES, type LoanProductRow } from './products/product.model.ts';
import type { GuaranteeView, LoanSummaryView, LoanView } from './read-loan.ts';
import { LOAN_FREQUENCIES, LOAN_METHODS } from './positions/schedule.rules.ts';
import { NOT_OPEN, type Standing } from './positions/standing.ts';

const terms = {
  method: namedChoice('LoanMethod', 'On what interest is charged', LOAN_METHODS),
  frequency: namedChoice('LoanFrequency', 'How often an installment falls due', LOAN_FREQUENCIES),
};

const guarantorConsent = namedChoice(
  'GuarantorConsent',
  'Whether guarantors are asked for their consent',
  GUARANTOR_CONSENT,
);

export const loanProductSchema = resource('LoanProduct', 'The terms on which loans are made', {
  id: string,
  name: string,
  rate_bps: integer.describe('Interest, in hundredths of a percent'),
  ...terms,
  ...movementMoneyFields('min_amount', 'max_amount'),
  min_term: integer.describe('In installments'),
  max_term: integer.describe('In installments'),
  savings_multiple_bps: integer.nullable().describe('How often the savings a member may owe; null: no limit'),
  min_guarantors: integer,
  guarantee_coverage_bps: integer,
  guarantor_consent: guarantorConsent.describe(
    '`required`: a loan is approved once every guarantor has consented',
  ),
  fee_bps: integer,
  penalty_bps: integer,
  grace_days: integer,
  status: oneOf(LOAN_PRODUCT_STATUSES),
  created_at: dateTime,
  retired_at: dateTime.nullable(),
});

const installmentSchema = resource('Installment', 'A line of the schedule of a loan', {
  no: integer,
  due_date: date,
  ...movementMoneyFields('principal', 'interest', 'penalty', 'paid', 'unpaid'),
  status: oneOf(INSTALLMENT_STATUSES),
});

const guarantorSchema = resource('Guarantor', 'A member who answers for a part of a loan with savings', {
  member_id: string,
  member: memberSummarySchema,
  ...movementMoneyFields('amount'),
  status: oneOf(GUARANTEE_STATUSES),
  ...movementMoneyFields('called'),
  consent: consentSchema.nullable().describe('Null: the guarantor was not asked'),
});

export const guaranteeSchema = resource('Guarantee', 'What one member answers for of one loan', {
  loan_id: string,
  borrower: memberSummarySchema,
  ...guarantorSchema.fields,
  ...movementMoneyFields('loan_principal'),
  currency: currencySchema,
  rate_bps: integer,
  ...terms,
  term: integer.describe('In installments'),
  applied_at: dateTime.describe('When the loan was applied for'),
});

const head = {
  id: string,
  paybill_account_number: string.describe('What the borrower types at a paybill: the end of the id'),
  member_id: string,
  member: memberSummarySchema,
  product_id: string,
  entry_id: string,
  approval_id: string.nullable(),
  ...movementMoneyFields('principal', 'fee'),
  currency: currencySchema,
  rate_bps: integer,
  ...terms,
  term: integer.describe('In installments'),
  penalty_bps: integer,
  grace_days: integer,
  purpose: string.nullable(),
  guarantor_consent: guarantorConsent,
  disburse_to: oneOf(DISBURSE_TO).describe(
    "Into the member's savings, or to the member's phone: then it is open once the money has arrived",
  ),
  savings_account_id: string
    .nullable()
    .describe('The savings account that it is disbursed into; null where it is not'),
  is_opening: boolean.describe(
    'It began before the books were kept here: `principal` is what was outstanding at cut-over, and line 0 of the schedule what was overdue',
  ),
  officer_user_id: string.nullable().describe('The staff member who looks after it'),
  status: oneOf(LOAN_STATUSES),
  created_at: dateTime,
  disbursed_at: dateTime.nullable(),
  closed_at: dateTime.nullable(),
  ...moneyFields('outstanding', 'charges_due', 'payoff'),
  days_past_due: integer,
  next_due_date: date
    .nullable()
    .describe('Of an open loan: when its oldest unpaid installment is due; it may be past'),
};
const tail = { guarantors: arrayOf(guarantorSchema), replayed: boolean };

export const loanSchema = resource('Loan', 'A loan to a member, from its application on', {
  ...head,
  schedule: arrayOf(installmentSchema),
  schedule_omitted: integer
    .describe('In a webhook of a loan with many installments: how many follow those that it has')
    .optional(),
  ...tail,
});

export const loanPreviewSchema = resource('LoanPreview', 'What an application would come to', {
  schedule: arrayOf(installmentSchema).describe('As it would be, were the loan disbursed today'),
  ...moneyFields('fee', 'disbursed', 'total_interest'),
  checks: arrayOf(
    object({ check: reasonSchema, met: boolean, message: string }).describe(
      'An application is refused by the first one that is not met',
    ),
  ),
});

export const loanSummarySchema = resource('LoanSummary', 'A loan as lists have it: without its schedule', {
  ...head,
  ...tail,
});

export function presentLoanProduct(product: LoanProductRow): Wire<typeof loanProductSchema> {
  return {
    id: product.id,
    name: product.name,
    rate_bps: product.rate_bps,
    method: product.method,
    frequency: product.frequency,
    ...money('min_amount', product.min_amount_minor),
    ...money('max_amount', product.max_amount_minor),
    min_term: product.min_term,
    max_term: product.max_term,
    savings_multiple_bps: product.savings_multiple_bps,
    min_guarantors: product.min_guarantors,
    guarantee_coverage_bps: product.guarantee_coverage_bps,
    guarantor_consent: product.guarantor_consent,
    fee_bps: product.fee_bps,
    penalty_bps: product.penalty_bps,
    grace_days: product.grace_days,
    status: product.status,
    created_at: product.created_at,
    retired_at: product.retired_at,
  };
}

/** @param replayed whether this answers a repeated request */
export function presentLoan(
  { loan, savings_account_id, installments, guarantees, consents, members, today }: LoanView,
  replayed = false,
): Wire<typeof loanSchema> {
  const standing: Standing =
    loan.status === 'open'
      ? {
          outstanding_minor: outstandingOf(installments),
          charges_due_minor: chargesDueOf(installments),
          days_past_due: daysPastDue(installments, today),
          next_due_on: oldestUnpaid(installments)?.due_on ?? null,
        }
      : NOT_OPEN;
  return {
    ...presentHead({ loan, savings_account_id, members }, standing),
    schedule: installments.map((line) => presentInstallment(line, today)),
    guarantors: guarantees.map((each) => presentGuarantor(each, members, consents.of(each))),
    replayed,
  };
}

/** As webhooks carry it: only the first lines of a long schedule. */
export function presentLoanOfEvent(view: LoanView): Wire<typeof loanSchema> {
  const { schedule, ...loan } = presentLoan(view);
  const schedule_omitted = schedule.length - MAX_LIST_OF_EVENT;
  if (schedule_omitted <= 0) return { ...loan, schedule };
  return { ...loan, schedule: schedule.slice(0, MAX_LIST_OF_EVENT), schedule_omitted };
}

export function presentLoanPreview(preview: LoanPreview): Wire<typeof loanPreviewSchema> {
  return {
    schedule: preview.installments.map((line) => presentInstallment(line, preview.today)),
    ...money('fee', preview.fee_minor),
    ...money('disbursed', preview.disbursed_minor),
    ...money('total_interest', preview.total_interest_minor),
    checks: preview.checks,
  };
}

export function presentLoanSummary({
  standing,
  guarantees,
  consents,
  ...view
}: LoanSummaryView): Wire<typeof loanSummarySchema> {
  const { members } = view;
  return {
    ...presentHead(view, standing),
    guarantors: guarantees.map((each) => presentGuarantor(each, members, consents.of(each))),
    replayed: false,
  };
}

/** Everything except its schedule and guarantees. */
function presentHead(
  { loan, savings_account_id, members }: Pick<LoanView, 'loan' | 'savings_account_id' | 'members'>,
  { outstanding_minor, charges_due_minor, days_past_due, next_due_on }: Standing,
): Omit<Wire<typeof loanSummarySchema>, keyof typeof tail> {
  return {
    id: loan.id,
    paybill_account_number: accountNumberOf(loan),
    member_id: loan.member_id,
    member: known(members, loan.member_id),
    product_id: loan.product_id,
    entry_id: loan.entry_id,
    approval_id: loan.approval_id,
    ...money('principal', loan.principal_minor),
    ...money('fee', loan.fee_minor),
    currency: loan.currency,
    rate_bps: loan.rate_bps,
    method: loan.method,
    frequency: loan.frequency,
    term: loan.term,
    penalty_bps: loan.penalty_bps,
    grace_days: loan.grace_days,
    purpose: loan.purpose,
    guarantor_consent: loan.guarantor_consent,
    disburse_to: loan.disburse_to,
    savings_account_id,
    is_opening: loan.is_opening,
    officer_user_id: loan.officer_user_id,
    status: loan.status,
    created_at: loan.created_at,
    disbursed_at: loan.disbursed_at,
    closed_at: loan.closed_at,
    ...money('outstanding', outstanding_minor),
    ...money('charges_due', charges_due_minor),
    ...money('payoff', outstanding_minor + charges_due_minor),
    days_past_due,
    next_due_date: next_due_on,
  };
}

/** @param member_id of a member whom the loan refers to, so that there is one */
function known(members: MemberSummaries, member_id: string): Wire<typeof memberSummarySchema> {
  return members(member_id) as Wire<typeof memberSummarySchema>;
}

function presentGuarantor(
  each: GuaranteeRow,
  members: MemberSummaries,
  consent: ConsentRow | undefined,
): Wire<typeof guarantorSchema> {
  return {
    member_id: each.member_id,
    member: known(members, each.member_id),
    ...money('amount', each.amount_minor),
    status: each.status,
    ...money('called', each.called_minor),
    consent: consent ? presentConsent(consent) : null,
  };
}

export function presentGuarantee({
  loan,
  guarantee,
  consents,
  members,
}: GuaranteeView): Wire<typeof guaranteeSchema> {
  return {
    loan_id: loan.id,
    borrower: known(members, loan.member_id),
    ...presentGuarantor(guarantee, members, consents.of(guarantee)),
    ...money('loan_principal', loan.principal_minor),
    currency: loan.currency,
    rate_bps: loan.rate_bps,
    method: loan.method,
    frequency: loan.frequency,
    term: loan.term,
    applied_at: loan.created_at,
  };
}

function presentInstallment(line: Installment, today: string): Wire<typeof installmentSchema> {
  return {
    no: line.no,
    due_date: line.due_on,
    ...money('principal', line.principal_minor),
    ...money('interest', line.interest_minor),
    ...money('penalty', line.penalty_minor),
    ...money('paid', PAID.of(line)),
    ...money('unpaid', UNPAID.of(line)),
    status: installmentStatus(line, today),
  };
}
