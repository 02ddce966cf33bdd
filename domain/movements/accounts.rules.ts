/** The ledger accounts that movements move, as data: whose they are, when they are opened, where they are shown. Pure. */
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import {
  ACCOUNT_KINDS,
  type AccountKey,
  type AccountKind,
  type Side,
  type TransferError,
} from '../ledger/index.ts';

interface SaccoAccountFacts {
  /**
   * There is one for each member, one for each loan, one for the whole cooperative, those of its chart of accounts, or, of cash,
   * the vault and one for each till.
   */
  owner: 'member' | 'loan' | 'sacco' | 'chart' | 'till';
  /** `on_first_movement`: right before anything is booked on it, also in a cooperative that is older than the kind. */
  opened: 'with_settings' | 'on_joining' | 'on_disbursement' | 'on_first_movement' | 'by_name';
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

/** Defined by owner and admin, one by one. */
const ofChart = (shortage: Reason | null = null): SaccoAccountFacts => ({
  owner: 'chart',
  opened: 'by_name',
  on_statement: false,
  shortage,
});

const FACTS = {
  cash_on_hand: { ...ofSacco('insufficient_cash'), owner: 'till' },
  cash_adjustments: ofSacco(),
  fee_income: ofSacco('income_insufficient'),
  interest_income: ofSacco('income_insufficient'),
  guarantee_clearing: ofSacco(),
  loan_losses: ofSacco(),
  merchant_available: ofSacco('insufficient_funds'),
  provider_clearing: ofSaccoLater('insufficient_clearing'),
  operating_expenses: ofSaccoLater(),
  deposit_interest: ofSaccoLater(),
  opening_balances: ofSaccoLater(),
  tax_payable: ofSaccoLater('insufficient_funds'),
  unallocated: ofSaccoLater(),
  loan_loss_allowance: ofSaccoLater(),
  member_savings: ofMember('insufficient_savings'),
  member_shares: ofMember('insufficient_shares'),
  loan_principal: ofLoan(true),
  interest_receivable: ofLoan(false),
  bank: ofChart('insufficient_bank'),
  general_asset: ofChart(),
  general_liability: ofChart(),
  general_equity: ofChart(),
  general_income: ofChart(),
  general_expense: ofChart(),
} as const satisfies Partial<Record<AccountKind, SaccoAccountFacts>>;

export type SaccoAccountKind = keyof typeof FACTS;

export interface SaccoAccountKey extends AccountKey {
  kind: SaccoAccountKind;
  /** Of a savings account that a member has besides the default one: whose it is. */
  member_id?: string;
}

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
export interface AccountOwners {
  currency: Currency;
  member_id: string | null;
  loan_id: string | null;
  /** The savings account; none: the member's default one. */
  savings_account_id?: string | null;
  bank_account_id?: string | null;
  /** The till whose cash it moves; none: the vault. */
  till_id?: string | null;
}

/** The account of that kind: the member's, loan's or till's own, the savings or bank account that the movement names, or the cooperative's. */
export function accountKeyOf(
  kind: SaccoAccountKind,
  { currency, member_id, loan_id, savings_account_id = null, bank_account_id, till_id = null }: AccountOwners,
): SaccoAccountKey {
  const { owner } = SACCO_ACCOUNTS[kind];
  if (owner === 'sacco') return { kind, currency, owner: '' };
  if (owner === 'till') return { kind, currency, owner: till_id ?? '' };
  if (kind === 'member_savings' && savings_account_id !== null && member_id !== null)
    return { kind, currency, owner: savings_account_id, member_id };
  const id = { member: member_id, loan: loan_id, chart: bank_account_id }[owner];
  if (!id) throw new Error(`${kind} needs a ${owner}`);
  return { kind, currency, owner: id };
}

/** Whose account it is, for a movement of that member: the owner of a loan's account is the borrower. */
export function memberIdOf(
  { kind, owner, member_id: owned_by_member = owner }: SaccoAccountKey,
  member_id: string | null,
): string | null {
  const { owner: owned_by } = SACCO_ACCOUNTS[kind];
  return owned_by === 'member' ? owned_by_member : owned_by === 'loan' ? member_id : null;
}

/** Those that are opened right before they are moved for the first time. */
export function openedWhenMoved(kinds: readonly SaccoAccountKind[]): SaccoAccountKind[] {
  return kinds.filter((kind) => SACCO_ACCOUNTS[kind].opened === 'on_first_movement');
}

/** What the ledger's refusal of a transfer between two accounts means to the people at the counter. @returns null for a defect of ours */
export function shortageOf(
  { debit, credit }: Record<Side, SaccoAccountKind>,
  error: TransferError,
): Reason | null {
  // An account whose debits are limited is short when it is debited; one whose credits are, when it is credited.
  const of_debit = ACCOUNT_KINDS[debit].limit === 'debits' ? SACCO_ACCOUNTS[debit].shortage : null;
  const of_credit = ACCOUNT_KINDS[credit].limit === 'credits' ? SACCO_ACCOUNTS[credit].shortage : null;
  if (error === 'exceeds_credits') return of_debit;
  if (error === 'exceeds_debits') return of_credit;
  if (error === 'overflows_debits' || error === 'overflows_credits') return 'overflow';
  if (error !== 'id_already_failed') return null;
  // Refused before, the answer was lost, and the ledger does not know why: either account may have been short; where none can
  // be, one of them was too full.
  return of_debit && of_credit ? 'insufficient_funds' : (of_debit ?? of_credit ?? 'overflow');
}
