/** Accounts and transfers as clients see them. */
import { idOf } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { availableOf, balanceOf, type Account } from './accounts.ts';
import type { BookedTransfer } from './backend.ts';
import { transferKindOf } from './kinds.rules.ts';

export function presentAccount(account: Account) {
  return {
    id: idOf('account', account.id),
    kind: account.kind,
    currency: account.currency,
    name: account.name,
    ...(account.kind === 'subaccount' ? { subaccount_id: account.owner } : {}),
    ...money('debits_posted', account.debits_posted),
    ...money('credits_posted', account.credits_posted),
    ...money('debits_pending', account.debits_pending),
    ...money('credits_pending', account.credits_pending),
    ...money('balance', balanceOf(account.kind, account)),
    ...money('available', availableOf(account.kind, account)),
    created_at: account.created_at,
  };
}

/** The instant of a ledger timestamp. */
export function instantOf(timestamp: bigint): Date {
  return new Date(Number(timestamp / 1_000_000n));
}

export function presentTransfer(transfer: BookedTransfer, currency: string) {
  return {
    id: idOf('transfer', transfer.id),
    kind: transferKindOf(transfer.code),
    phase: transfer.phase,
    debit_account_id: idOf('account', transfer.debit_account_id),
    credit_account_id: idOf('account', transfer.credit_account_id),
    ...money('amount', transfer.amount),
    currency,
    reference: transfer.reference,
    memo: transfer.memo,
    ...(transfer.pending_id ? { hold_id: idOf('hold', transfer.pending_id) } : {}),
    created_at: instantOf(transfer.timestamp),
    replayed: false,
  };
}
