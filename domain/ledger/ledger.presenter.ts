/** Accounts, transfers, holds and reports as the API answers them. */
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import type { Account, AccountRow } from './accounts.ts';
import { availableOf, balanceOf } from './balances.rules.ts';
import type { BookedTransfer, AccountBalances } from './backend.port.ts';
import type { HoldRow } from './hold.model.ts';
import type { CurrencyReport } from './report.ts';
import { transferKindOf } from './kinds.rules.ts';

export function presentAccount(account: Account) {
  return {
    id: encodeId('account', account.id),
    kind: account.kind,
    currency: account.currency,
    name: account.name,
    ...(account.kind === 'subaccount' ? { subaccount_id: account.owner } : {}),
    ...presentBalances(account, account),
    created_at: account.created_at,
  };
}

function presentBalances({ kind }: AccountRow, balances: AccountBalances) {
  return {
    ...money('debits_posted', balances.debits_posted),
    ...money('credits_posted', balances.credits_posted),
    ...money('debits_pending', balances.debits_pending),
    ...money('credits_pending', balances.credits_pending),
    ...money('balance', balanceOf(kind, balances)),
    ...money('available', availableOf(kind, balances)),
  };
}

export function presentBalanceAt(account: AccountRow, at: Date, balances: AccountBalances) {
  return {
    account_id: encodeId('account', account.id),
    currency: account.currency,
    at,
    ...presentBalances(account, balances),
  };
}

export function presentTransfer(transfer: BookedTransfer, currency: string, replayed = false) {
  return {
    id: encodeId('transfer', transfer.id),
    kind: transferKindOf(transfer.code),
    phase: transfer.phase,
    debit_account_id: encodeId('account', transfer.debit_account_id),
    credit_account_id: encodeId('account', transfer.credit_account_id),
    ...money('amount', transfer.amount),
    currency,
    reference: transfer.reference,
    memo: transfer.memo,
    ...(transfer.pending_id ? { hold_id: encodeId('hold', transfer.pending_id) } : {}),
    created_at: transfer.created_at,
    replayed,
  };
}

export function presentHold(hold: HoldRow) {
  return {
    id: encodeId('hold', hold.id),
    status: hold.status,
    debit_account_id: encodeId('account', hold.debit_account_id),
    credit_account_id: encodeId('account', hold.credit_account_id),
    ...money('amount', hold.amount_minor),
    ...money('captured', hold.captured_minor),
    currency: hold.currency,
    reference: hold.reference,
    memo: hold.memo,
    timeout_secs: hold.timeout_s === 0 ? null : hold.timeout_s,
    expires_at: hold.expires_at,
    created_at: hold.created_at,
  };
}

export function presentReport(from: string, to: string, currencies: CurrencyReport[]) {
  return {
    from,
    to,
    currencies: currencies.map((each) => ({
      currency: each.currency,
      payments: each.payments,
      ...money('collected', each.collected_minor),
      refunds: each.refunds,
      ...money('refunded', each.refunded_minor),
      ...money('provider_fees', each.provider_fees_minor),
      ...money('vendor_splits', each.vendor_splits_minor),
      ...money('net', each.net_minor),
      ...money('paid_out', each.paid_out_minor),
    })),
  };
}
