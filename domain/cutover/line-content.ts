/** The entry that a line of an import becomes, and the loan that it opens, as JSON: amounts are text. Pure. */
import type { OpeningLoan } from '../loans/index.ts';
import type { EntryRow } from '../movements/index.ts';

type Amounts = 'amount_minor' | 'savings_minor' | 'shares_minor' | 'principal_minor' | 'interest_minor';

type StoredLoan = Omit<
  OpeningLoan,
  'principal_minor' | 'arrears_minor' | 'arrears_charges_minor' | 'guarantees'
> & {
  principal_minor: string;
  arrears_minor: string;
  arrears_charges_minor: string;
  guarantees: (Omit<OpeningLoan['guarantees'][number], 'amount_minor'> & { amount_minor: string })[];
};

export interface LineContent extends Partial<Record<Amounts, string>> {
  amount_minor: string;
  /** Of cash on hand. */
  source?: 'cash';
  /** Of savings that are not on the member's default account. */
  savings_account_id?: string;
  guarantees?: EntryRow['guarantees'];
  lines?: EntryRow['lines'];
  loan?: StoredLoan;
}

export function contentOf(stored: Record<string, unknown>): LineContent {
  return stored as unknown as LineContent;
}

export function storeLoan(loan: OpeningLoan): StoredLoan {
  return {
    ...loan,
    principal_minor: String(loan.principal_minor),
    arrears_minor: String(loan.arrears_minor),
    arrears_charges_minor: String(loan.arrears_charges_minor),
    guarantees: loan.guarantees.map((each) => ({ ...each, amount_minor: String(each.amount_minor) })),
  };
}

export function readLoan(stored: StoredLoan): OpeningLoan {
  return {
    ...stored,
    principal_minor: BigInt(stored.principal_minor),
    arrears_minor: BigInt(stored.arrears_minor),
    arrears_charges_minor: BigInt(stored.arrears_charges_minor),
    guarantees: stored.guarantees.map((each) => ({ ...each, amount_minor: BigInt(each.amount_minor) })),
  };
}

/** The columns of the entry that books it. */
export function entryColumns({
  guarantees,
  lines,
  source,
  savings_account_id,
  loan: _loan,
  ...amounts
}: LineContent) {
  const of = (name: Amounts): bigint => BigInt(amounts[name] ?? '0');
  return {
    source: source ?? null,
    savings_account_id: savings_account_id ?? null,
    amount_minor: of('amount_minor'),
    savings_minor: of('savings_minor'),
    shares_minor: of('shares_minor'),
    principal_minor: of('principal_minor'),
    interest_minor: of('interest_minor'),
    lines: lines ?? null,
    guarantees: guarantees ?? null,
  };
}
