/** The chart of accounts as data: the codes and names of the system's accounts until somebody changes them. Pure. */
import type { AccountKind, accounts } from '../ledger/index.ts';

/** Kinds of which the system opens the accounts: all of one kind have one code. */
export type SystemKind = Exclude<AccountKind, accounts.DefinedKind>;

export interface CodeAndName {
  code: string;
  name: string;
}

/** Codes 1100 and the following are for banks, which are defined one by one. */
export const SYSTEM_ACCOUNTS: Readonly<Record<SystemKind, CodeAndName>> = {
  cash_on_hand: { code: '1000', name: 'Cash on hand' },
  provider_clearing: { code: '1200', name: 'Provider clearing' },
  loan_principal: { code: '1300', name: 'Loan principal' },
  interest_receivable: { code: '1310', name: 'Interest receivable' },
  loan_loss_allowance: { code: '1390', name: 'Allowance for loan losses' },
  member_savings: { code: '2000', name: 'Member savings' },
  wallet: { code: '2100', name: 'Wallets' },
  subaccount: { code: '2200', name: 'Subaccounts' },
  guarantee_clearing: { code: '2300', name: 'Guarantee clearing' },
  tax_payable: { code: '2400', name: 'Tax payable' },
  unallocated: { code: '2500', name: 'Unallocated receipts' },
  member_shares: { code: '3000', name: 'Member shares' },
  opening_balances: { code: '3100', name: 'Opening balances' },
  merchant_available: { code: '3200', name: 'Merchant available' },
  adjustments: { code: '3300', name: 'Adjustments' },
  cash_adjustments: { code: '3400', name: 'Cash adjustments' },
  interest_income: { code: '4000', name: 'Interest income' },
  fee_income: { code: '4100', name: 'Fee income' },
  loan_losses: { code: '5000', name: 'Loan losses' },
  operating_expenses: { code: '5100', name: 'Operating expenses' },
  deposit_interest: { code: '5200', name: 'Interest on deposits' },
};

export const SYSTEM_KINDS = Object.keys(SYSTEM_ACCOUNTS) as SystemKind[];

/** Digits, capital letters, dots and hyphens, not all of them dots and hyphens; of 2 to 12 characters. */
export const CODE = /^[.-]*[0-9A-Z][0-9A-Z.-]*$/;
export const CODE_LENGTH = { min: 2, max: 12 };

/** Accounts that a cooperative may define: every report lists them all. */
export const MAX_CHART_ACCOUNTS = 1_000;
