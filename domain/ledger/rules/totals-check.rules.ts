/**
 * Compares the stored totals of one ledger with its transfers, given again in the order in which they were added. Each total is
 * the sum of all transfers of its kinds up to the last one in it, so it is checked where that one comes. Pure.
 */
import type { AddedTotal } from './posted-totals.rules.ts';

/** A row of ledger_posted_totals, of one ledger. */
export type StoredTotal = Omit<AddedTotal, 'ledger'>;

/** The totals of an account kind and a transfer kind, oldest first, and what its transfers have come to so far. */
interface Kinds {
  totals: StoredTotal[];
  /** Which of the totals the transfers belong to. */
  at: number;
  debits: bigint;
  credits: bigint;
  last_timestamp: bigint;
}

export class TotalsCheck {
  readonly differences: string[] = [];
  private readonly kinds = new Map<string, Kinds>();
  private readonly sealed: ReadonlySet<number>;
  private quarter = 0;

  /** @param sealed quarters from which on later transfers were counted, however early their instant is */
  constructor(totals: readonly StoredTotal[], sealed: ReadonlySet<number>) {
    this.sealed = sealed;
    const ordered = totals.toSorted((a, b) => (a.last_timestamp < b.last_timestamp ? -1 : 1));
    for (const total of ordered) this.of(total.account_code, total.transfer_code).totals.push(total);
  }

  /** A transfer that moves no money has its place in time only. @param quarter that of its instant */
  pass(quarter: number): void {
    // Transfers that were requested while the clock was ahead may be booked after later ones.
    this.quarter = Math.max(this.quarter, quarter);
  }

  add(
    accounts: { debit_code: number; credit_code: number },
    { code, amount, timestamp }: { code: number; amount: bigint; timestamp: bigint },
    quarter: number,
  ): void {
    this.pass(quarter);
    this.side(accounts.debit_code, code, timestamp).debits += amount;
    this.side(accounts.credit_code, code, timestamp).credits += amount;
  }

  /** Once all transfers were given: compares what each kind's last total says. @returns all that differs */
  finish(): string[] {
    for (const [name, kinds] of this.kinds) {
      this.close(name, kinds);
      for (const total of kinds.totals.slice(kinds.at + 1))
        this.differences.push(`${name} by quarter ${total.quarter}: no transfer of it is known`);
    }
    return this.differences;
  }

  private side(account_code: number, transfer_code: number, timestamp: bigint): Kinds {
    const kinds = this.of(account_code, transfer_code);
    const name = nameOf(account_code, transfer_code);
    const total = kinds.totals[kinds.at];
    if (total && timestamp > total.last_timestamp) {
      this.close(name, kinds);
      kinds.at += 1;
    }
    const current = kinds.totals[kinds.at];
    if (current && kinds.last_timestamp < timestamp) this.expectQuarter(name, current);
    kinds.last_timestamp = timestamp;
    return kinds;
  }

  private expectQuarter(name: string, { quarter }: StoredTotal): void {
    if (quarter > this.quarter && this.sealed.has(quarter)) this.quarter = quarter;
    if (quarter !== this.quarter)
      this.differences.push(`${name} by quarter ${quarter}: it has transfers of quarter ${this.quarter}`);
  }

  /** What a kind's transfers have come to is what its total says, up to the same transfer. */
  private close(name: string, { totals, at, debits, credits, last_timestamp }: Kinds): void {
    const total = totals[at];
    if (!total) {
      this.differences.push(`${name}: transfers up to ${last_timestamp} are in no total`);
      return;
    }
    const is_same =
      total.debits === debits && total.credits === credits && total.last_timestamp === last_timestamp;
    if (!is_same)
      this.differences.push(
        `${name} by quarter ${total.quarter}: it says ${total.debits} and ${total.credits}, ` +
          `the transfers ${debits} and ${credits}`,
      );
  }

  private of(account_code: number, transfer_code: number): Kinds {
    const name = nameOf(account_code, transfer_code);
    const found = this.kinds.get(name) ?? { totals: [], at: 0, debits: 0n, credits: 0n, last_timestamp: 0n };
    this.kinds.set(name, found);
    return found;
  }
}

function nameOf(account_code: number, transfer_code: number): string {
  return `account kind ${account_code} and transfer kind ${transfer_code}`;
}
