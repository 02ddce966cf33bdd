/** Whose an account number is: a member's number, a loan's id or its end, or, where the settings say so, a phone. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { normalisePhone } from '../../core/phone.ts';
import { scopeColumns } from '../../db/model.ts';
import { namedMembers, type SettingsRow } from '../cooperative/index.ts';
import { borrowerOf } from '../loans/index.ts';
import type { receiptRows } from '../movements/index.ts';
import type { paybills } from '../payments/index.ts';
import { findMembersByNumber } from './resolve-account.sql.ts';

export interface ResolvedAccount {
  member_id: string;
  /** The open loan that was named. */
  loan_id: string | null;
  matched_by: receiptRows.Matched;
}

/** @returns null when it is nobody's, or might be several people's */
export async function resolveAccount(
  db: Queryable,
  scope: Scope,
  settings: SettingsRow,
  { account_number, payer_phone }: paybills.TypedAccount,
): Promise<ResolvedAccount | null> {
  const typed = account_number.replaceAll(/\s/g, '');
  return (
    (await byMemberNumber(db, scope, typed)) ??
    (await byLoan(db, scope, typed)) ??
    (settings.paybill_match_phone
      ? await byPhone(db, scope, settings, { account_number, payer_phone })
      : null)
  );
}

/** As it is written, else in letters of either case, where only one member has it so. */
async function byMemberNumber(db: Queryable, scope: Scope, typed: string): Promise<ResolvedAccount | null> {
  if (typed === '') return null;
  const found = await findMembersByNumber(db, { ...scopeColumns(scope), member_no: typed });
  const member = found.find(({ member_no }) => member_no === typed) ?? (found.length === 1 ? found[0] : null);
  return member ? { member_id: member.id, loan_id: null, matched_by: 'member_no' } : null;
}

async function byLoan(db: Queryable, scope: Scope, typed: string): Promise<ResolvedAccount | null> {
  const loan = await borrowerOf(db, scope, typed);
  return (
    loan && {
      member_id: loan.member_id,
      loan_id: loan.is_open ? loan.loan_id : null,
      matched_by: 'loan',
    }
  );
}

/** The phone that was typed as the account number, else that of the payer. */
async function byPhone(
  db: Queryable,
  scope: Scope,
  { currency }: SettingsRow,
  { account_number, payer_phone }: paybills.TypedAccount,
): Promise<ResolvedAccount | null> {
  for (const phone of [normalisePhone(account_number, currency), payer_phone]) {
    if (phone === null) continue;
    const member = await namedMembers(db).inScope(scope).where('customer.phone', phone).first();
    if (member) return { member_id: member.id, loan_id: null, matched_by: 'phone' };
  }
  return null;
}
