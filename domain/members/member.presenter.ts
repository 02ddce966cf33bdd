/** Members as clients see them. */
import { moneyFields } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { arrayOf, boolean, dateTime, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import { MEMBER_STATUSES } from '../cooperative/index.ts';
import { presentSavingsAccount, savingsAccountSchema } from '../savings/index.ts';
import type { MemberWithHoldings } from './member.ts';

export const memberSchema = resource('Member', 'A member of the SACCO and what the member holds', {
  id: string,
  member_no: string,
  customer_id: string,
  full_name: string,
  phone: string.nullable(),
  status: oneOf(MEMBER_STATUSES),
  ...moneyFields('shares', 'savings', 'savings_available', 'savings_total'),
  savings_accounts: arrayOf(savingsAccountSchema).describe('Those that are open, the default one first'),
  entrance_fee_paid: boolean,
  employer_id: string.nullable().describe("Who deducts from the member's wages"),
  payroll_no: string.nullable().describe('The number at that employer'),
  photo_file_id: string.nullable().describe('An uploaded picture'),
  signature_file_id: string.nullable().describe('The same of the signature'),
  joined_at: dateTime,
  replayed: boolean.describe('In the answer to joining').optional(),
});

export function presentMember(row: MemberWithHoldings): Wire<typeof memberSchema> {
  return {
    id: row.id,
    member_no: row.member_no,
    customer_id: row.customer_id,
    full_name: row.full_name,
    phone: row.phone,
    status: row.status,
    ...money('shares', row.shares_minor),
    ...money('savings', row.savings_minor),
    ...money('savings_available', row.savings_available_minor),
    ...money('savings_total', row.savings_total_minor),
    savings_accounts: row.accounts.map(presentSavingsAccount),
    entrance_fee_paid: row.entrance_fee_paid,
    employer_id: row.employer_id,
    payroll_no: row.payroll_no,
    photo_file_id: row.photo_file_id,
    signature_file_id: row.signature_file_id,
    joined_at: row.joined_at,
  };
}
