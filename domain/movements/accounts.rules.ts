/** The ledger accounts that movements move, as data: whose they are, when they are opened, where they are shown. Pure. */
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { AccountKey, AccountKind } from '../ledger/index.ts';

interface SaccoAccountFacts {
  /** There is one for each member, one for each loan, one for the whole cooperative, or, of cash, the vault and one for each till. */
  owner: 'member' | 'loan' | 'sacco' | 'till';
  /** `on_first_movement`: right before anything is booked on it, also in a cooperative that is older than the kind. */
  opened: 'with_settings' | 'on_joining' | 'on_disbursement' | 'on_first_movement';
  /** Does a member's statement show it? */
  on_statement: boolean;
  /** Why a movement fails when the account holds too little for it; null where that would be a defect of ours. */
  shortage: Reason | null;
}

const ofSacco = (shortage: Reason | null = null): SaccoAccountFacts => ({
  owner: 'sacco',
  opened: 'with_settings',
  on_statement: false,
  shortage,
});

const ofSaccoLater = (shortage: Reason | null = null): SaccoAccountFacts => ({
  ...ofSacco(shortage),
  opened: 'on_first_movement',
});

const ofMember = (shortage: Reason | null = null): SaccoAccountFacts => ({
  owner: 'member',
  opened: 'on_joining',
  on_statement: true,
  shortage,
});

const ofLoan = (on_statement: boolean): SaccoAccountFacts => ({
  owner: 'loan',
  opened: 'on_disbursement',
  on_statement,
  shortage: null,
});

const FACTS = {
  cash_on_hand: { ...ofSacco('insufficient_cash'), owner: 'till' },
  cash_adjustments: ofSacco(),
  fee_income: ofSacco('income_insufficient'),
  interest_income: ofSacco('income_insufficient'),
  guarantee_clearing: ofSacco(),
  loan_losses: ofSacco(),
  merchant_available: ofSacco('insufficient_funds'),
  operating_expenses: ofSaccoLater(),
  loan_loss_allowance: ofSaccoLater(),
  member_savings: ofMember('insufficient_savings'),
  member_shares: ofMember('insufficient_shares'),
  loan_principal: ofLoan(true),
  interest_receivable: ofLoan(false),
} as const satisfies Partial<Record<AccountKind, SaccoAccountFacts>>;

export type SaccoAccountKind = keyof typeof FACTS;

export const SACCO_ACCOUNTS: Readonly<Record<SaccoAccountKind, SaccoAccountFacts>> = FACTS;

function kindsWhere(chosen: (facts: SaccoAccountFacts) => boolean): readonly SaccoAccountKind[] {
  return (Object.keys(SACCO_ACCOUNTS) as SaccoAccountKind[]).filter((kind) => chosen(SACCO_ACCOUNTS[kind]));
}

export const OWNED_BY_MEMBER = kindsWhere(({ owner }) => owner === 'member');
export const OPENED_WITH_SETTINGS = kindsWhere(({ opened }) => opened === 'with_settings');
export const OPENED_ON_JOINING = kindsWhere(({ opened }) => opened === 'on_joining');
export const OPENED_ON_DISBURSEMENT = kindsWhere(({ opened }) => opened === 'on_disbursement');
export const ON_STATEMENT = kindsWhere(({ on_statement }) => on_statement);

/** Whose accounts a movement moves. */
interface AccountOwners {
  currency: Currency;
  member_id: string | null;
  loan_id: string | null;
  /** The till whose cash it moves; none: the vault. */
  till_id?: string | null;
}

/** The account of that kind: the member's, loan's or till's own, or the cooperative's. */
export function accountKeyOf(
  kind: SaccoAccountKind,
  { currency, member_id, loan_id, till_id = null }: AccountOwners,
): AccountKey {
  const { owner } = SACCO_ACCOUNTS[kind];
  if (owner === 'sacco') return { kind, currency, owner: '' };
  if (owner === 'till') return { kind, currency, owner: till_id ?? '' };
  const id = owner === 'member' ? member_id : loan_id;
  if (!id) throw new Error(`${kind} needs a ${owner}`);
  return { kind, currency, owner: id };
}

/** Whose account it is, for a movement of that member: the owner of a loan's account is the borrower. */
export function memberIdOf({ kind, owner }: AccountKey, member_id: string | null): string | null {
  const { owner: owned_by } = SACCO_ACCOUNTS[kind as SaccoAccountKind];
  return owned_by === 'member' ? owner : owned_by === 'loan' ? member_id : null;
}
