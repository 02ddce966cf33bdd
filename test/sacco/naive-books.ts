/** What the naive SACCO keeps: its clock, entries, payments and accounting periods, and the balances summed up from them. */
import { NaivePeriods, type NaivePeriod, type PeriodRequest } from '../accounting/naive-periods.ts';
import type { Figures } from '../accounting/real-periods.ts';
import type { AccountName, Entry, Name, NaiveMember, NaivePayment } from './naive-entry.ts';

/** What a second person decides on. */
export type Waiting = Entry | PeriodRequest;

type Settings = Pick<NaiveBooks, 'threshold' | 'fee' | 'offset_hours'>;

/** Kinds of accounts that entries move, with the side on which their balances are positive. */
const KINDS: [kind: string, account: AccountName, normal: 'debit' | 'credit'][] = [
  ['cash_on_hand', 'cash', 'debit'],
  ['cash_adjustments', 'counted', 'debit'],
  ['fee_income', 'fees', 'credit'],
  ['operating_expenses', 'spent', 'debit'],
  ['bank', 'bank', 'debit'],
  ['general_asset', 'equipment', 'debit'],
  ['member_savings', 'savings', 'credit'],
  ['member_shares', 'shares', 'credit'],
];
export const KINDS_IN_FIGURES = KINDS.map(([kind]) => kind);
/** What these are moved by is debited; the others are credited. */
const DEBITED = new Set<AccountName>(['cash', 'spent', 'bank', 'equipment']);

export class NaiveBooks {
  threshold: number | null = null;
  fee = 0;
  utc_hours: number;
  offset_hours = 0;
  frozen = new Set<number>();
  members: NaiveMember[] = [];
  payments: NaivePayment[] = [];
  entries: Entry[] = [];
  /** In the order in which they were asked for. */
  approvals: Waiting[] = [];
  readonly periods = new NaivePeriods();
  /** In the order in which they are sent to the ledger. */
  protected in_flight: Entry[] = [];
  protected spent = 0;
  private first_booked_at: number | undefined;

  constructor(utc_hours: number) {
    this.utc_hours = utc_hours;
  }

  holds(account: AccountName, member: NaiveMember | null = null): number {
    const booked = this.entries.filter(({ ledger }) => ledger === 'booked');
    const own = member ? booked.filter((entry) => entry.member === member) : booked;
    const moved = own.reduce((total, { effect }) => total + (effect[account] ?? 0), 0);
    if (account !== 'merchant') return moved;
    const kept = this.payments.filter(({ refund }) => refund === 'none');
    return kept.reduce((total, { amount }) => total + amount, moved - this.spent);
  }

  protected noteBooking(): void {
    this.first_booked_at ??= this.utc_hours;
  }

  // ── days ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  protected dayOf(utc_hours: number): number {
    return Math.floor((utc_hours + this.offset_hours) / 24);
  }

  protected get today(): number {
    return this.dayOf(this.utc_hours);
  }

  protected isToday(utc_hours: number): boolean {
    return this.dayOf(utc_hours) === this.today;
  }

  set(settings: Settings): string {
    if (settings.offset_hours !== this.offset_hours && this.periods.keepDays) return 'period_closed';
    Object.assign(this, settings);
    return 'done';
  }

  // ── periods ────────────────────────────────────────────────────────────────────────────────────────────────────────

  close(days_ago: number, by: Name): string {
    const { today, offset_hours: utc_offset_hours, first_booked_at } = this;
    const last = today - days_ago;
    const first_booking = first_booked_at === undefined ? undefined : this.dayOf(first_booked_at);
    const now = { today, first_booking, utc_offset_hours };
    return this.ask(this.periods.close(last, by, now, this.isUnderWay(last)));
  }

  reopen(ago: number, by: Name): string {
    return this.ask(this.periods.reopen(ago, by));
  }

  private ask([answer, request]: ReturnType<NaivePeriods['reopen']>): string {
    if (request) this.approvals.push(request);
    return answer;
  }

  /** Is anything of the days up to that one being booked? */
  protected isUnderWay(last_day: number): boolean {
    return this.in_flight.some(({ requested_on }) => requested_on <= last_day);
  }

  /** Was it booked on a day that is closed? */
  protected isFrozen({ booked_at }: Entry): boolean {
    return this.periods.isClosed(this.dayOf(booked_at as number));
  }

  /** The trial balance of the period's days, worked out now: nothing is booked on them any more. */
  figuresOf({ first, last, utc_offset_hours }: NaivePeriod): Figures {
    const [begins, ends] = [first * 24 - utc_offset_hours, (last + 1) * 24 - utc_offset_hours];
    const booked = this.entries.flatMap((entry) =>
      entry.ledger === 'booked' && entry.booked_at !== null ? [{ entry, at: entry.booked_at }] : [],
    );
    return KINDS.map(([kind, account, normal]) => {
      const sum = (from: number, before: number) => {
        const sides = booked
          .filter(({ at }) => at >= from && at < before)
          .map(({ entry }) => sidesOf(entry, account));
        return {
          debits: sides.reduce((total, [debit]) => total + debit, 0),
          credits: sides.reduce((total, [, credit]) => total + credit, 0),
        };
      };
      const balance = ({ debits, credits }: ReturnType<typeof sum>): number =>
        normal === 'debit' ? debits - credits : credits - debits;
      const moved = sum(begins, ends);
      const opening = balance(sum(-Infinity, begins));
      return [kind, opening, moved.debits, moved.credits, opening + balance(moved)];
    });
  }
}

/** What an entry debits and credits of an account. */
function sidesOf({ kind, effect }: Entry, account: AccountName): [debit: number, credit: number] {
  const change = effect[account] ?? 0;
  if (kind === 'exit' && account === 'savings') {
    // Shares pass through the savings.
    const { shares = 0 } = effect;
    return [-change - shares, 0 - shares];
  }
  return change > 0 === DEBITED.has(account) ? [Math.abs(change), 0] : [0, Math.abs(change)];
}
