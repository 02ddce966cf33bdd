/** What somebody's entries of a day come to. Pure. */
import type { Entry } from '../../generated/wire.ts';

type Cash = Pick<Entry, 'kind' | 'source' | 'direction' | 'status' | 'amount_minor' | 'reversed_by_entry_id'>;

/** Movements that pay cash out where they name no other place. */
const PAID_OUT: ReadonlySet<string> = new Set(['expense', 'tax_remittance', 'member_exit']);

/** Cash that the entry moved: above zero what came in, below it what went out. Nothing of what was reversed, or waits. */
export function cashOf({ kind, source, direction, status, amount_minor, ...entry }: Cash): bigint {
  if (status !== 'posted' || entry.reversed_by_entry_id !== null) return 0n;
  const amount = BigInt(amount_minor);
  if (kind === 'cash_adjustment') return direction === 'in' ? amount : -amount;
  if (direction === 'bank_to_till') return amount;
  if (direction === 'till_to_bank') return -amount;
  if (kind === 'withdrawal' || kind === 'term_withdrawal') return source === 'savings' ? -amount : 0n;
  if (PAID_OUT.has(kind)) return source === null ? -amount : 0n;
  return source === 'cash' ? amount : 0n;
}

export interface DayTotals {
  in_minor: bigint;
  out_minor: bigint;
  count: number;
}

export function totalsOf(entries: readonly Cash[]): DayTotals {
  const moved = entries.map(cashOf);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  return {
    in_minor: sum(moved.filter((amount) => amount > 0n)),
    out_minor: -sum(moved.filter((amount) => amount < 0n)),
    count: moved.filter((amount) => amount !== 0n).length,
  };
}

/** The same by kind of movement, in the order in which they came. */
export function totalsByKind(entries: readonly Cash[]): [kind: string, totals: DayTotals][] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return kinds
    .map((kind): [string, DayTotals] => [kind, totalsOf(entries.filter((entry) => entry.kind === kind))])
    .filter(([, { count }]) => count > 0);
}
