/** Whose account numbers are: a member's number, a loan's id or its end, or, where the settings say so, a phone. */
import { groupBy } from '../../core/group-by.ts';
import { normalisePhone } from '../../core/phone.ts';
import { scopeName, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { SettingsRow } from '../cooperative/index.ts';
import { borrowersOf } from '../loans/index.ts';
import type { receiptRows } from '../movements/index.ts';
import type { paybills } from '../payments/index.ts';
import { findMembersByNumber, findMembersByPhone } from './resolve-account.sql.ts';

export interface ResolvedAccount {
  member_id: string;
  /** The open loan that was named. */
  loan_id: string | null;
  matched_by: receiptRows.Matched;
}

export interface AccountToResolve {
  scope: Scope;
  settings: SettingsRow;
  typed: paybills.TypedAccount;
}

type Resolve = (db: Queryable, accounts: readonly AccountToResolve[]) => Promise<(ResolvedAccount | null)[]>;

/** @returns in their order; null where it is nobody's, or might be several people's */
export const resolveAccounts: Resolve = async (db, accounts) => {
  const resolved: (ResolvedAccount | null)[] = accounts.map(() => null);
  for (const resolve of [byMemberNumber, byLoan, byTypedPhone, byPayersPhone]) {
    const places = [...accounts.keys()].filter((i) => resolved[i] === null);
    if (places.length === 0) break;
    const found = await resolve(
      db,
      places.map((i) => accounts[i] as AccountToResolve),
    );
    found.forEach((each, k) => {
      resolved[places[k] as number] = each;
    });
  }
  return resolved;
};

/** Letters and digits as they were typed, without spaces. */
const numberOf = ({ typed }: AccountToResolve): string => typed.account_number.replaceAll(/\s/g, '');

/** As it is written, else in letters of either case, where only one member has it so. */
const byMemberNumber: Resolve = async (db, accounts) => {
  const rows = await findMembersByNumber(db, {
    ...scopesOf(accounts),
    upper_nos: [...new Set(accounts.map((account) => inCapitals(numberOf(account))))],
  });
  const named = groupBy(rows, (row) => `${scopeName(row)} ${inCapitals(row.member_no)}`);
  return accounts.map((account) => {
    const typed = numberOf(account);
    const found = (typed !== '' && named.get(`${scopeName(account.scope)} ${inCapitals(typed)}`)) || [];
    const member =
      found.find(({ member_no }) => member_no === typed) ?? (found.length === 1 ? found[0] : null);
    return member ? { member_id: member.id, loan_id: null, matched_by: 'member_no' } : null;
  });
};

/** As the database does with member numbers: only the letters of ASCII have capitals. */
function inCapitals(number: string): string {
  return number.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

const byLoan: Resolve = async (db, accounts) => {
  const found = await borrowersOf(
    db,
    accounts.map((account) => ({ scope: account.scope, typed: numberOf(account) })),
  );
  return found.map(
    (loan) =>
      loan && {
        member_id: loan.member_id,
        loan_id: loan.is_open ? loan.loan_id : null,
        matched_by: 'loan',
      },
  );
};

/** The phone that was typed as the account number; after it that of the payer. */
const byTypedPhone: Resolve = (db, accounts) =>
  byPhone(db, accounts, ({ typed, settings }) => normalisePhone(typed.account_number, settings.currency));
const byPayersPhone: Resolve = (db, accounts) => byPhone(db, accounts, ({ typed }) => typed.payer_phone);

async function byPhone(
  db: Queryable,
  accounts: readonly AccountToResolve[],
  phoneOf: (account: AccountToResolve) => string | null,
): Promise<(ResolvedAccount | null)[]> {
  const phones = accounts.map((each) => (each.settings.paybill_match_phone ? phoneOf(each) : null));
  const wanted = phones.filter((phone) => phone !== null);
  if (wanted.length === 0) return accounts.map(() => null);
  const rows = await findMembersByPhone(db, { ...scopesOf(accounts), phones: [...new Set(wanted)] });
  const named = groupBy(rows, (row) => `${scopeName(row)} ${row.phone}`);
  return accounts.map(({ scope }, i) => {
    const [member] = named.get(`${scopeName(scope)} ${phones[i]}`) ?? [];
    return member ? { member_id: member.id, loan_id: null, matched_by: 'phone' } : null;
  });
}

function scopesOf(accounts: readonly AccountToResolve[]) {
  return {
    project_ids: [...new Set(accounts.map(({ scope }) => scope.project_id))],
    environments: [...new Set(accounts.map(({ scope }) => scope.environment))],
  };
}
