/** The kinds of accounts that a filter offers. */
import type { AccountKind } from '../../generated/wire.ts';

/** The compiler refuses a list that lacks one. */
const KINDS: Record<AccountKind, true> = {
  cash_on_hand: true,
  member_savings: true,
  member_shares: true,
  loan_principal: true,
  interest_receivable: true,
  interest_income: true,
  fee_income: true,
  loan_losses: true,
  operating_expenses: true,
  deposit_interest: true,
  cash_adjustments: true,
  guarantee_clearing: true,
  loan_loss_allowance: true,
  opening_balances: true,
  tax_payable: true,
  unallocated: true,
  bank: true,
  general_asset: true,
  general_liability: true,
  general_equity: true,
  general_income: true,
  general_expense: true,
  provider_clearing: true,
  merchant_available: true,
  subaccount: true,
  adjustments: true,
  wallet: true,
};

export const ACCOUNT_KINDS = Object.keys(KINDS) as AccountKind[];
