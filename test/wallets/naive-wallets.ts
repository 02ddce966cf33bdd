/**
 * Wallets and top-ups implemented as simply as possible, to compare the real ones with: lists of what was requested, from
 * which everything is summed up anew whenever a limit or a balance is needed. It shares no code with domain/wallets.
 */

export interface Limits {
  max_balance_minor?: number;
  max_single_minor?: number;
  max_daily_out_minor?: number;
}

/** Where the process dies: before the ledger has booked, or after, and before it recorded that. */
export type Crash = 'before' | 'after' | null;

interface Movement {
  from: number | null;
  to: number | null;
  amount: number;
  /** The day on which it counts as outgoing. */
  out_on: number | null;
  ledger: 'not_sent' | 'booked' | 'refused';
  recorded: boolean;
  /** Called when it is recorded. */
  then?: (booked: boolean) => void;
}

export interface NaiveTopup {
  customer: number;
  amount: number;
  status: 'pending' | 'credited' | 'blocked' | 'refunded' | 'reversed';
  in_flight: Movement | null;
  refund: 'none' | 'open' | 'succeeded';
}

const LOST = 'SERVICE_UNAVAILABLE';

export class NaiveWallets {
  limits: Limits = {};
  frozen = new Set<number>();
  day = 0;
  topups: NaiveTopup[] = [];
  private readonly funds: number;
  private movements: Movement[] = [];
  /** By idempotency key. */
  private requested = new Map<string, Movement>();

  constructor(funds: number) {
    this.funds = funds;
  }

  balance(customer: number | null): number {
    const booked = this.movements.filter(({ ledger }) => ledger === 'booked');
    const sum = (list: { amount: number }[]): number => list.reduce((total, { amount }) => total + amount, 0);
    const moved =
      sum(booked.filter(({ to }) => to === customer)) - sum(booked.filter(({ from }) => from === customer));
    if (customer !== null) return moved;
    return this.funds + sum(this.topups) - sum(this.topups.filter(({ refund }) => refund !== 'none')) + moved;
  }

  /** The most that the wallet may hold once all pending movements are recorded. */
  bound(customer: number): number {
    return this.movements
      .filter(({ recorded }) => !recorded)
      .reduce((total, { from, to, amount, ledger }) => {
        if (to === customer && ledger !== 'booked') return total + amount;
        return from === customer && ledger === 'booked' ? total + amount : total;
      }, this.balance(customer));
  }

  private outToday(customer: number): number {
    return this.movements
      .filter(({ from, out_on }) => from === customer && out_on === this.day)
      .filter(({ ledger, recorded }) => !(ledger === 'refused' && recorded))
      .reduce((total, { amount }) => total + amount, 0);
  }

  private refusal({ from, to, amount, out_on }: Movement): string | null {
    const { max_balance_minor, max_single_minor, max_daily_out_minor } = this.limits;
    if ([from, to].some((each) => each !== null && this.frozen.has(each))) return 'customer_not_active';
    const over = (limit: number | undefined, value: number): boolean => limit !== undefined && value > limit;
    if (from !== null && out_on !== null) {
      if (over(max_single_minor, amount)) return 'limit_exceeded';
      if (over(max_daily_out_minor, this.outToday(from) + amount)) return 'limit_exceeded';
    }
    return to !== null && over(max_balance_minor, this.bound(to) + amount) ? 'limit_exceeded' : null;
  }

  private book(movement: Movement, crash: Crash): string {
    if (crash === 'before') return LOST;
    const replayed = movement.ledger !== 'not_sent';
    if (!replayed) movement.ledger = this.balance(movement.from) >= movement.amount ? 'booked' : 'refused';
    if (crash === 'after') return LOST;
    this.record(movement);
    if (movement.ledger === 'refused') return 'insufficient_funds';
    return replayed ? 'replayed' : 'created';
  }

  private record(movement: Movement): void {
    if (movement.recorded) return;
    movement.recorded = true;
    movement.then?.(movement.ledger === 'booked');
  }

  private start(movement: Omit<Movement, 'ledger' | 'recorded'>): Movement | string {
    const started: Movement = { ...movement, ledger: 'not_sent', recorded: false };
    const refusal = this.refusal(started);
    if (refusal !== null) return refusal;
    this.movements.push(started);
    return started;
  }

  move(key: string, from: number | null, to: number | null, amount: number, crash: Crash): string {
    const earlier = this.requested.get(key);
    // What is recorded is answered from its record, whether or not the ledger is in reach.
    if (earlier?.recorded) return earlier.ledger === 'refused' ? 'insufficient_funds' : 'replayed';
    if (earlier) return this.book(earlier, crash);
    const started = this.start({ from, to, amount, out_on: from === null ? null : this.day });
    if (typeof started === 'string') return started;
    this.requested.set(key, started);
    return this.book(started, crash);
  }

  sweep(): void {
    for (const movement of this.movements) if (!movement.recorded) this.book(movement, null);
  }

  pay(customer: number, amount: number): void {
    this.topups.push({ customer, amount, status: 'pending', in_flight: null, refund: 'none' });
  }

  credit(topup: NaiveTopup, crash: Crash): void {
    if (topup.status === 'pending') this.attempt(topup, crash);
  }

  retry(topup: NaiveTopup, crash: Crash): string {
    return topup.status === 'blocked' ? this.attempt(topup, crash) : 'invalid_state';
  }

  private attempt(topup: NaiveTopup, crash: Crash): string {
    if (!topup.in_flight) {
      const then = (booked: boolean): void => {
        topup.in_flight = null;
        topup.status = booked ? 'credited' : 'blocked';
      };
      const started = this.start({
        from: null,
        to: topup.customer,
        amount: topup.amount,
        out_on: null,
        then,
      });
      topup.status = typeof started === 'string' ? 'blocked' : 'pending';
      if (typeof started === 'string') return topup.status;
      topup.in_flight = started;
    }
    return this.book(topup.in_flight, crash) === LOST ? LOST : topup.status;
  }

  reverse(topup: NaiveTopup, crash: Crash): string {
    if (topup.status === 'reversed') return 'replayed';
    if (topup.status !== 'credited') return 'invalid_state';
    if (!topup.in_flight) {
      const then = (booked: boolean): void => {
        topup.in_flight = null;
        if (booked) topup.status = 'reversed';
      };
      const started = this.start({
        from: topup.customer,
        to: null,
        amount: topup.amount,
        out_on: null,
        then,
      });
      if (typeof started === 'string') return started;
      topup.in_flight = started;
    }
    return this.book(topup.in_flight, crash);
  }

  refund(topup: NaiveTopup): string {
    if (topup.refund !== 'none') return 'exceeds_payment';
    if (topup.status === 'credited' || topup.in_flight) return 'not_refundable';
    const covered = this.balance(null) >= topup.amount;
    if (topup.status !== 'reversed') topup.status = covered ? 'refunded' : 'pending';
    if (!covered) return 'insufficient_funds';
    topup.refund = 'open';
    return 'created';
  }

  endRefund(topup: NaiveTopup, succeeded: boolean): void {
    if (topup.refund !== 'open') return;
    topup.refund = succeeded ? 'succeeded' : 'none';
    if (!succeeded && topup.status === 'refunded') topup.status = 'pending';
  }
}
