/** The kinds of accounts and transfers as data: limits, normal sides, classes, numbers, and who may move what. */
import type { LimitRule } from '../backend.port.ts';

export type Side = 'debit' | 'credit';

/** Where financial statements count a kind. */
export type AccountClass = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

interface AccountKindFacts {
  /** Stored by the TigerBeetle backend: never change one, only add. */
  code: number;
  limit: LimitRule;
  /** The side on which the balance is positive. */
  normal: Side;
  /** An asset whose normal side is credit is deducted from the assets. */
  class: AccountClass;
  /** May it be moved through the generic transfer and hold endpoints, and from which side? */
  generic: 'both' | 'credit_only' | 'none';
}

export const ACCOUNT_KINDS = {
  provider_clearing: { code: 1, limit: 'credits', normal: 'debit', class: 'asset', generic: 'credit_only' },
  merchant_available: { code: 2, limit: 'debits', normal: 'credit', class: 'equity', generic: 'both' },
  subaccount: { code: 3, limit: 'debits', normal: 'credit', class: 'liability', generic: 'both' },
  adjustments: { code: 4, limit: 'none', normal: 'credit', class: 'equity', generic: 'credit_only' },
  wallet: { code: 5, limit: 'debits', normal: 'credit', class: 'liability', generic: 'none' },
  cash_on_hand: { code: 6, limit: 'credits', normal: 'debit', class: 'asset', generic: 'none' },
  cash_adjustments: { code: 7, limit: 'none', normal: 'debit', class: 'equity', generic: 'none' },
  member_savings: { code: 8, limit: 'debits', normal: 'credit', class: 'liability', generic: 'none' },
  member_shares: { code: 9, limit: 'debits', normal: 'credit', class: 'equity', generic: 'none' },
  loan_principal: { code: 10, limit: 'credits', normal: 'debit', class: 'asset', generic: 'none' },
  interest_receivable: { code: 11, limit: 'credits', normal: 'debit', class: 'asset', generic: 'none' },
  guarantee_clearing: { code: 12, limit: 'debits', normal: 'credit', class: 'liability', generic: 'none' },
  loan_losses: { code: 13, limit: 'none', normal: 'debit', class: 'expense', generic: 'none' },
  interest_income: { code: 14, limit: 'debits', normal: 'credit', class: 'income', generic: 'none' },
  fee_income: { code: 15, limit: 'debits', normal: 'credit', class: 'income', generic: 'none' },
  operating_expenses: { code: 16, limit: 'none', normal: 'debit', class: 'expense', generic: 'none' },
  opening_balances: { code: 17, limit: 'none', normal: 'credit', class: 'equity', generic: 'none' },
  // Deducted from the loans that it covers: an asset on the credit side.
  loan_loss_allowance: { code: 18, limit: 'debits', normal: 'credit', class: 'asset', generic: 'none' },
  tax_payable: { code: 19, limit: 'debits', normal: 'credit', class: 'liability', generic: 'none' },
  bank: { code: 20, limit: 'credits', normal: 'debit', class: 'asset', generic: 'none' },
  general_asset: { code: 21, limit: 'none', normal: 'debit', class: 'asset', generic: 'none' },
  general_liability: { code: 22, limit: 'none', normal: 'credit', class: 'liability', generic: 'none' },
  general_equity: { code: 23, limit: 'none', normal: 'credit', class: 'equity', generic: 'none' },
  general_income: { code: 24, limit: 'none', normal: 'credit', class: 'income', generic: 'none' },
  general_expense: { code: 25, limit: 'none', normal: 'debit', class: 'expense', generic: 'none' },
  unallocated: { code: 26, limit: 'debits', normal: 'credit', class: 'liability', generic: 'none' },
  deposit_interest: { code: 27, limit: 'none', normal: 'debit', class: 'expense', generic: 'none' },
} as const satisfies Record<string, AccountKindFacts>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;
export const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS) as AccountKind[];

/** The kinds of which a cooperative defines the accounts, each with a code and a name of its own. */
export const DEFINED_KINDS = [
  'bank',
  'general_asset',
  'general_liability',
  'general_equity',
  'general_income',
  'general_expense',
] as const satisfies AccountKind[];
export type DefinedKind = (typeof DEFINED_KINDS)[number];

export function isDefinedKind(kind: AccountKind): kind is DefinedKind {
  return DEFINED_KINDS.some((each) => each === kind);
}

/** The kinds that the generic endpoints open and list by default. */
export const GENERIC_KINDS: AccountKind[] = [
  'provider_clearing',
  'merchant_available',
  'subaccount',
  'adjustments',
];

/** The movements of a cooperative, by the kind of their entry. Numbers are stored: never change one, only add. */
export const MOVEMENT_KINDS = {
  deposit: 20,
  withdrawal: 21,
  share_purchase: 22,
  entrance_fee: 23,
  cash_adjustment: 24,
  loan_disbursement: 25,
  loan_repayment: 26,
  loan_charge: 27,
  loan_write_off: 28,
  dividend: 29,
  member_exit: 30,
  reversal: 31,
  expense: 32,
  loan_provision: 34,
  journal: 40,
  banking: 41,
  till_transfer: 45,
  savings_transfer: 50,
  term_deposit: 51,
  term_maturity: 52,
  term_withdrawal: 53,
  savings_fee: 54,
  unallocated_receipt: 60,
  savings_interest: 70,
  tax_remittance: 71,
  opening_balance: 80,
  member_fee: 81,
  batch_receipt: 82,
} as const;

/** Transfer kinds and their numbers in the ledger. Numbers are stored: never change one, only add. */
export const TRANSFER_KINDS = {
  payment_settlement: 1,
  split: 2,
  manual: 3,
  refund: 4,
  wallet_topup: 5,
  wallet_deposit: 6,
  wallet_withdrawal: 7,
  wallet_transfer: 8,
  wallet_reversal: 9,
  // Booked from lines of statements, by their kind.
  payout: 10,
  payout_reversal: 11,
  fee: 12,
  fee_reversal: 13,
  // Sent by a provider to a phone or a bank account, on request.
  provider_payout: 14,
  // Unallocated money that goes back to its sender.
  receipt_refund: 15,
  ...MOVEMENT_KINDS,
} as const;

export type TransferKind = keyof typeof TRANSFER_KINDS;

/** `member_savings` is "Member savings". */
export function accountKindName(kind: AccountKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

/** The account kind of that number. */
export function accountKindOf(code: number): AccountKind {
  const kind = ACCOUNT_KIND_NAMES.find((name) => ACCOUNT_KINDS[name].code === code);
  if (!kind) throw new Error(`account code ${code} has no kind`);
  return kind;
}

const KIND_BY_CODE = new Map(
  Object.entries(TRANSFER_KINDS).map(([kind, code]) => [code as number, kind as TransferKind]),
);

export function transferKindOf(code: number): TransferKind {
  const kind = KIND_BY_CODE.get(code);
  if (!kind) throw new Error(`transfer code ${code} has no kind`);
  return kind;
}
