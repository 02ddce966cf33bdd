/** Rows of the backend's tables and array parameters of its statements, from and to what the rules work with. */
import { quotedElement } from '../../../db/array-literal.ts';
import type { AccountBalances, LimitRule, Transfer } from '../backend.port.ts';
import type { EvaluatedTransfer, PendingStatus } from '../rules/state.rules.ts';
import { instantOf } from '../rules/time.rules.ts';

/** Stored as indexes into these arrays: append only. */
export const LIMIT_RULES: LimitRule[] = ['none', 'debits', 'credits'];
export const PENDING_STATUSES: PendingStatus[] = ['pending', 'posted', 'voided', 'expired'];
const PHASES = [null, 'pending', 'post', 'void'] as const;

export interface BalanceRow extends AccountBalances {
  account_id: string;
  ledger: bigint;
  code: number;
  limit_rule: number;
  last_timestamp: bigint;
}

/** Sums are decimal text: numeric has no parser. */
export type TotalsRow = Record<keyof AccountBalances, string> & { code: number };

export interface TransferRow extends Omit<Transfer, 'phase'> {
  phase: number;
  scope_number: number;
  timestamp: bigint;
  dr_debits_pending: bigint;
  dr_debits_posted: bigint;
  dr_credits_pending: bigint;
  dr_credits_posted: bigint;
  cr_debits_pending: bigint;
  cr_debits_posted: bigint;
  cr_credits_pending: bigint;
  cr_credits_posted: bigint;
}

/** An account's last transfer up to an instant, and the sums of its holds that expired after that transfer but before the instant. */
export interface PastRow extends TransferRow {
  debits_expired: bigint;
  credits_expired: bigint;
}

export function parseTotals(sums: Record<keyof AccountBalances, string>): AccountBalances {
  return {
    debits_pending: BigInt(sums.debits_pending),
    debits_posted: BigInt(sums.debits_posted),
    credits_pending: BigInt(sums.credits_pending),
    credits_posted: BigInt(sums.credits_posted),
  };
}

export function transferOf(row: TransferRow): EvaluatedTransfer {
  return {
    id: row.id,
    scope_number: row.scope_number,
    timestamp: row.timestamp,
    created_at: instantOf(row.timestamp),
    debit_account_id: row.debit_account_id,
    credit_account_id: row.credit_account_id,
    amount: row.amount,
    code: row.code,
    phase: PHASES[row.phase] ?? null,
    pending_id: row.pending_id,
    timeout_s: row.timeout_s,
    reference: row.reference,
    memo: row.memo,
    debit_after: {
      debits_pending: row.dr_debits_pending,
      debits_posted: row.dr_debits_posted,
      credits_pending: row.dr_credits_pending,
      credits_posted: row.dr_credits_posted,
    },
    credit_after: {
      debits_pending: row.cr_debits_pending,
      debits_posted: row.cr_debits_posted,
      credits_pending: row.cr_credits_pending,
      credits_posted: row.cr_credits_posted,
    },
  };
}

/** The balances of one of a transfer's accounts right after it. */
export function balancesAfter(account_id: string, transfer: EvaluatedTransfer): AccountBalances {
  return transfer.debit_account_id === account_id ? transfer.debit_after : transfer.credit_after;
}

/** The array parameters of INSERT_TRANSFERS, as array literals, all columns in one pass. */
export function transferColumns(transfers: EvaluatedTransfer[]): string[] {
  const columns = Array.from({ length: 20 }, () => '');
  let separator = '{';
  for (const t of transfers) {
    const { debit_after: debit, credit_after: credit } = t;
    columns[0] += separator + t.id;
    columns[1] += separator + t.timestamp;
    columns[2] += separator + t.debit_account_id;
    columns[3] += separator + t.credit_account_id;
    columns[4] += separator + t.amount;
    columns[5] += separator + debit.debits_pending;
    columns[6] += separator + debit.debits_posted;
    columns[7] += separator + debit.credits_pending;
    columns[8] += separator + debit.credits_posted;
    columns[9] += separator + credit.debits_pending;
    columns[10] += separator + credit.debits_posted;
    columns[11] += separator + credit.credits_pending;
    columns[12] += separator + credit.credits_posted;
    columns[13] += separator + (t.pending_id ?? 'NULL');
    columns[14] += separator + t.timeout_s;
    columns[15] += separator + t.code;
    columns[16] += separator + PHASES.indexOf(t.phase);
    columns[17] += separator + quotedElement(t.reference);
    columns[18] += separator + (t.memo === null ? 'NULL' : quotedElement(t.memo));
    columns[19] += separator + t.scope_number;
    separator = ',';
  }
  return columns.map((column) => `${column}}`);
}

/** A PostgreSQL array literal of values that need no quoting: numbers, uuids, error names. */
export function arrayLiteral(values: (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
