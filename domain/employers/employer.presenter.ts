/** Employers, advices, remittances and the report on check-off as clients see them. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { money } from '../../core/money.ts';
import {
  arrayOf,
  date,
  dateTime,
  fieldsOf,
  integer,
  integerBetween,
  object,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { batchSchema, presentBatch } from '../batches/index.ts';
import { memberSummaries, memberSummarySchema } from '../cooperative/index.ts';
import type { Advice, AdvisedMember } from './advice.ts';
import type { CheckOff, EmployerCheckOff, MemberCheckOff } from './check-off.ts';
import type { EmployerRow } from './employer.model.ts';
import type { Remittance } from './remit.ts';

export const employerSchema = resource('Employer', 'Who deducts contributions and installments from wages', {
  id: string,
  name: string,
  code: string,
  pay_day: integerBetween(1, 31),
  created_at: dateTime,
});

export function presentEmployer(row: EmployerRow): Wire<typeof employerSchema> {
  return fieldsOf(employerSchema, row);
}

const advisedMember = {
  payroll_no: string.nullable(),
  member_id: string,
  member_no: string,
  full_name: string,
  ...moneyFields('contribution'),
};

const advisedSchema = object({
  ...advisedMember,
  loans: arrayOf(
    object({
      loan_id: string,
      due_date: date.describe('Of the oldest installment that is asked for'),
      ...moneyFields('amount'),
    }),
  ).describe('What is unpaid of the installments of the month, and of those that are overdue'),
  ...moneyFields('total'),
});

export const adviceSchema = resource('Advice', 'What an employer is to deduct for a month', {
  employer_id: string,
  month: string.describe('YYYY-MM'),
  currency: currencySchema,
  rows: arrayOf(advisedSchema).describe('In the order of the payroll numbers'),
  ...moneyFields('total'),
});

export function presentAdvice({ employer_id, month, currency, members }: Advice): Wire<typeof adviceSchema> {
  return {
    employer_id,
    month,
    currency,
    rows: members.map((member) => ({
      ...presentAdvised(member),
      loans: member.loans.map(({ loan_id, due_on, amount_minor }) => ({
        loan_id,
        due_date: due_on,
        ...money('amount', BigInt(amount_minor)),
      })),
      ...money('total', member.total_minor),
    })),
    ...money(
      'total',
      members.reduce((sum, { total_minor }) => sum + total_minor, 0n),
    ),
  };
}

function presentAdvised({ payroll_no, member_id, member_no, full_name, contribution_minor }: AdvisedMember) {
  return { payroll_no, member_id, member_no, full_name, ...money('contribution', contribution_minor) };
}

/** A line for each member. */
const adviceLineSchema = object({ ...advisedMember, ...moneyFields('installments', 'total') });

export function adviceCsv({ members }: Advice): AsyncGenerator<string, void, undefined> {
  const lines = members.map((member) => ({
    ...presentAdvised(member),
    ...money('installments', member.total_minor - member.contribution_minor),
    ...money('total', member.total_minor),
  }));
  return csvOf(adviceLineSchema, lines);
}

export const remittanceSchema = resource('Remittance', 'What an employer has deducted for a month', {
  ...batchSchema.fields,
  shortages: arrayOf(
    object({
      member: memberSummarySchema.nullable(),
      payroll_no: string.nullable(),
      ...moneyFields('expected', 'remitted', 'short'),
    }),
  ).describe('The first 100 members of whom less came by this file than was asked for'),
});

export async function presentRemittance(
  db: Queryable,
  { batch, members }: Remittance,
): Promise<Wire<typeof remittanceSchema>> {
  const named = await memberSummaries(db, members);
  return {
    ...(await presentBatch(db, batch)),
    shortages: members.map(({ member_id, payroll_no, expected_minor, remitted_minor }) => ({
      member: named(member_id),
      payroll_no,
      ...money('expected', expected_minor),
      ...money('remitted', remitted_minor),
      ...money('short', expected_minor - remitted_minor),
    })),
  };
}

const sums = moneyFields('expected', 'remitted', 'short');

const employerCheckOffSchema = object({
  employer_id: string,
  code: string,
  name: string,
  ...sums,
  ...moneyFields('unknown'),
});

const memberCheckOffSchema = object({
  employer_code: string,
  payroll_no: string.nullable(),
  member_id: string,
  member_no: string,
  full_name: string,
  ...sums,
});

export const checkOffSchema = resource('CheckOff', 'What employers were to remit for a month, and did', {
  month: string.describe('YYYY-MM'),
  currency: currencySchema,
  employers: arrayOf(employerCheckOffSchema).describe(
    '`unknown`: what came under payroll numbers that nobody has',
  ),
  members: arrayOf(memberCheckOffSchema),
  member_count: integer,
});

function presentSums(row: Pick<MemberCheckOff, 'expected_minor' | 'remitted_minor' | 'short_minor'>) {
  return {
    ...money('expected', row.expected_minor),
    ...money('remitted', row.remitted_minor),
    ...money('short', row.short_minor),
  };
}

function presentOfEmployer(row: EmployerCheckOff): Wire<typeof employerCheckOffSchema> {
  const { id: employer_id, code, name } = row.employer;
  return { employer_id, code, name, ...presentSums(row), ...money('unknown', row.unknown_minor) };
}

function presentOfMember(row: MemberCheckOff): Wire<typeof memberCheckOffSchema> {
  const { payroll_no, member_id, member_no, full_name } = row.member;
  return {
    employer_code: row.employer.code,
    payroll_no,
    member_id,
    member_no,
    full_name,
    ...presentSums(row),
  };
}

export function presentCheckOff({
  month,
  currency,
  employers,
  members,
}: CheckOff): Wire<typeof checkOffSchema> {
  return {
    month,
    currency,
    employers: employers.map(presentOfEmployer),
    members: members.map(presentOfMember),
    member_count: members.length,
  };
}

/** A line for each member. */
export function checkOffCsv({ members }: CheckOff): AsyncGenerator<string, void, undefined> {
  return csvOf(memberCheckOffSchema, members.map(presentOfMember));
}
