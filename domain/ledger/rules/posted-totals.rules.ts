/**
 * Running totals of what was posted, by ledger, kind of account, kind of transfer and quarter of an hour: what a batch of
 * transfers adds to them. The offset of every zone in use is a multiple of a quarter, so any local day begins with one. Pure.
 */
import type { BookedTransfer } from '../backend.port.ts';
import { instantOf, timestampFrom } from './time.rules.ts';

const QUARTER_MS = 900_000;

/** The quarter of an hour, counted from the epoch, in which an instant lies. */
export function quarterOf(instant: Date): number {
  return Math.floor(instant.getTime() / QUARTER_MS);
}

/** The instant with which a quarter begins. */
export function quarterStart(quarter: number): Date {
  return new Date(quarter * QUARTER_MS);
}

/** A quarter, and the timestamps from its first to before those of the next. */
export interface Quarter {
  number: number;
  begins: bigint;
  ends: bigint;
}

/** The quarter of a timestamp on the clock of its scope. */
export function quarterAt(timestamp: bigint): Quarter {
  const number = quarterOf(instantOf(timestamp));
  return {
    number,
    begins: timestampFrom(quarterStart(number)),
    ends: timestampFrom(quarterStart(number + 1)),
  };
}

/** Whether a transfer changes posted sums: holds and their releases do not. */
export function movesMoney({ phase }: Pick<BookedTransfer, 'phase'>): boolean {
  return phase === null || phase === 'post';
}

/** What identifies an account's rows. */
interface TotalledAccount {
  ledger: number;
  /** Number of its kind. */
  code: number;
}

/** A row of ledger_posted_totals, as a batch adds to it. */
export interface AddedTotal {
  ledger: number;
  account_code: number;
  transfer_code: number;
  quarter: number;
  /** What a batch adds up to the end of the quarter, its earlier quarters included. */
  debits: bigint;
  credits: bigint;
  last_timestamp: bigint;
}

/** What a batch adds. Transfers of a scope must come in their order. */
export class AddedTotals {
  readonly rows: AddedTotal[] = [];
  private readonly latest = new Map<string, AddedTotal>();

  /** @param quarter in which the transfer counts */
  add(
    debit: TotalledAccount,
    credit: TotalledAccount,
    { code, amount, timestamp }: Pick<BookedTransfer, 'code' | 'amount' | 'timestamp'>,
    quarter: number,
  ): void {
    this.row(debit, code, quarter, timestamp).debits += amount;
    this.row(credit, code, quarter, timestamp).credits += amount;
  }

  private row(
    { ledger, code: account_code }: TotalledAccount,
    transfer_code: number,
    quarter: number,
    last_timestamp: bigint,
  ): AddedTotal {
    const key = `${ledger} ${account_code} ${transfer_code}`;
    let row = this.latest.get(key);
    if (row?.quarter !== quarter) {
      const { debits = 0n, credits = 0n } = row ?? {};
      row = { ledger, account_code, transfer_code, quarter, debits, credits, last_timestamp };
      this.latest.set(key, row);
      this.rows.push(row);
    }
    row.last_timestamp = last_timestamp;
    return row;
  }
}
