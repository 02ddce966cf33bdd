/** Accounts, transfers and queries in the cluster's encoding, from and to the port's. No calls. */
import {
  AccountFilterFlags,
  AccountFlags,
  QueryFilterFlags,
  TransferFlags,
  type Account as TbAccount,
  type AccountFilter,
  type QueryFilter,
  type Transfer as TbTransfer,
} from 'tigerbeetle-node';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { BookedTransfer, LimitRule, NewAccount, Phase, Transfer } from '../backend.port.ts';
import { instantOf } from '../rules/time.rules.ts';
import type { AccountLedgers } from './scope.ts';
import { encodeTexts, keptReference } from './texts.rules.ts';

const ACCOUNT_FLAGS: Record<LimitRule, number> = {
  none: AccountFlags.history,
  debits: AccountFlags.history | AccountFlags.debits_must_not_exceed_credits,
  credits: AccountFlags.history | AccountFlags.credits_must_not_exceed_debits,
};

const PHASE_FLAGS = {
  plain: TransferFlags.none,
  pending: TransferFlags.pending,
  post: TransferFlags.post_pending_transfer,
  void: TransferFlags.void_pending_transfer,
} as const;

export function encodeAccount(account: NewAccount): TbAccount {
  return {
    id: uuidToBigint(account.id),
    debits_pending: 0n,
    debits_posted: 0n,
    credits_pending: 0n,
    credits_posted: 0n,
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    reserved: 0,
    ledger: account.ledger,
    code: account.code,
    flags: ACCOUNT_FLAGS[account.limit],
    timestamp: 0n,
  };
}

/**
 * @param accounts those of the transfer are loaded
 * @param options `offset_ms`: how far the scope's clock is ahead of real time, which the cluster keeps as `user_data_64`; `linked`:
 *   whether another transfer of its chain follows
 */
export function encodeTransfer(
  accounts: AccountLedgers,
  transfer: Transfer,
  { offset_ms, linked }: { offset_ms: number; linked: boolean },
): TbTransfer {
  const { user_data_128, user_data_32 } = encodeTexts(transfer);
  return {
    id: uuidToBigint(transfer.id),
    debit_account_id: accounts.bitsOf(transfer.debit_account_id),
    credit_account_id: accounts.bitsOf(transfer.credit_account_id),
    amount: transfer.amount,
    pending_id: transfer.pending_id === null ? 0n : uuidToBigint(transfer.pending_id),
    user_data_128,
    user_data_64: offset_ms === 0 ? 0n : BigInt(offset_ms),
    user_data_32,
    timeout: transfer.timeout_s,
    ledger: accounts.of(transfer),
    code: transfer.code,
    flags: PHASE_FLAGS[transfer.phase ?? 'plain'] | (linked ? TransferFlags.linked : 0),
    timestamp: 0n,
  };
}

export function isLinked({ flags }: TbTransfer): boolean {
  return (flags & TransferFlags.linked) !== 0;
}

/** The transfer with what the cluster keeps of its texts. */
export function decodeTransfer(transfer: TbTransfer): BookedTransfer {
  return {
    id: bigintToUuid(transfer.id),
    timestamp: transfer.timestamp,
    created_at: instantWithOffset(transfer.timestamp, Number(transfer.user_data_64)),
    debit_account_id: bigintToUuid(transfer.debit_account_id),
    credit_account_id: bigintToUuid(transfer.credit_account_id),
    amount: transfer.amount,
    code: transfer.code,
    phase: phaseOf(transfer.flags),
    pending_id: transfer.pending_id === 0n ? null : bigintToUuid(transfer.pending_id),
    timeout_s: transfer.timeout,
    reference: keptReference(transfer) ?? '',
    memo: null,
  };
}

export function phaseOf(flags: number): Phase | null {
  if (flags & TransferFlags.pending) return 'pending';
  if (flags & TransferFlags.post_pending_transfer) return 'post';
  return flags & TransferFlags.void_pending_transfer ? 'void' : null;
}

/** The instant of a cluster timestamp on a scope's clock that is ahead of the cluster's. */
export function instantWithOffset(timestamp: bigint, offset_ms: number): Date {
  const instant = instantOf(timestamp);
  return offset_ms === 0 ? instant : new Date(instant.getTime() + offset_ms);
}

/** An account's transfers, newest first. @param timestamp_max 0n: no bound */
export function newestTransfers(account_id: string, limit: number, timestamp_max: bigint): AccountFilter {
  return {
    account_id: uuidToBigint(account_id),
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    code: 0,
    timestamp_min: 0n,
    timestamp_max,
    limit,
    flags: AccountFilterFlags.debits | AccountFilterFlags.credits | AccountFilterFlags.reversed,
  };
}

/** A ledger's accounts or transfers, oldest first. */
export function oldestOf(ledger: number, limit: number, timestamp_min: bigint): QueryFilter {
  return {
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    ledger,
    code: 0,
    timestamp_min,
    timestamp_max: 0n,
    limit,
    flags: QueryFilterFlags.none,
  };
}
