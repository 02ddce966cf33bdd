/**
 * The SACCO implemented as simply as possible, to compare the real one with: lists of members, entries and payments, from
 * which every balance is summed up anew whenever it is needed. It shares no code with domain/sacco.
 */
import { NaiveBooks, type Waiting } from './naive-books.ts';
import {
  answerOf,
  drop,
  effectOf,
  opposite,
  personBehind,
  REVERSIBLE,
  shortOf,
  type AccountName,
  type Crash,
  type Effect,
  type Entry,
  type EntryRequest,
  type Name,
  type NaiveMember,
  type NaivePayment,
  type Requester,
} from './naive-entry.ts';

const LOST = 'SERVICE_UNAVAILABLE';
const PAYS_OUT = new Set<Entry['kind']>(['withdrawal', 'withdrawal to bank', 'shares from savings', 'exit']);
const WITHDRAWALS = new Set<Entry['kind']>(['withdrawal', 'withdrawal to bank']);
const ALWAYS_WAIT = new Set<Entry['kind']>([
  'cash in',
  'cash out',
  'expense',
  'withdrawal to bank',
  'cash to bank',
  'cash from bank',
  'expense by bank',
  'journal',
  'exit',
]);

function isWaitingReversal({ kind, status }: Entry): boolean {
  return kind === 'reversal' && status === 'awaiting_approval';
}

export class NaiveSacco extends NaiveBooks {
  private last_no = 0;
  /** By idempotency key. */
  private by_key = new Map<string, Entry>();

  /** The last membership of the customer. */
  memberOf(customer: number): NaiveMember | undefined {
    return this.members.findLast((each) => each.customer === customer);
  }

  join(customer: number, own: string | undefined, pay_fee: boolean, crash: Crash): string {
    const present = this.members.find((each) => each.customer === customer && each.status !== 'exited');
    if (!present && this.frozen.has(customer)) return 'customer_not_active';
    if (present && own !== undefined && own !== present.no) return 'already_member';
    const member = present ?? this.newMember(customer, own);
    if (!member) return 'member_no_taken';
    if (pay_fee && !member.fee_paid && this.fee > 0) {
      if (!member.fee && member.status === 'exiting') return 'member_not_active';
      member.fee ??= this.add('fee', member, this.fee, { cash: this.fee, fees: this.fee }, 'system');
      if (this.book(member.fee, crash) === LOST) return LOST;
    }
    const replayed = present ? ' replayed' : '';
    return `${member.no} ${member.status} ${member.fee_paid ? 'paid' : 'unpaid'}${replayed}`;
  }

  private newMember(customer: number, own: string | undefined): NaiveMember | null {
    const taken = (no: string): boolean => this.members.some((each) => each.no === no);
    if (own !== undefined && taken(own)) return null;
    const next = (): string => `M${String(this.last_no).padStart(5, '0')}`;
    if (own === undefined)
      do this.last_no += 1;
      while (taken(next()));
    const member: NaiveMember = {
      customer,
      no: own ?? next(),
      status: 'active',
      fee_paid: this.fee === 0,
      fee: null,
    };
    this.members.push(member);
    return member;
  }

  request(
    key: string,
    by: Requester,
    { kind, amount }: EntryRequest,
    member: NaiveMember | null,
    crash: Crash,
  ): string {
    const earlier = this.by_key.get(key);
    if (earlier) return this.book(earlier, crash) === LOST ? LOST : `${answerOf(earlier)} replayed`;
    const refusal = member && this.refusal(member, PAYS_OUT.has(kind));
    if (refusal) return refusal;
    if (kind === 'exit' && this.in_flight.some((entry) => entry.member === member)) return 'busy';
    if (kind === 'exit' && this.entries.some((entry) => entry.member === member && isWaitingReversal(entry)))
      return 'not_closable';
    const waits = this.waits(kind, amount, member);
    const asked = kind === 'exit' ? this.holds('savings', member) + this.holds('shares', member) : amount;
    const entry = this.add(kind, member, asked, effectOf(kind, amount), by, waits);
    this.by_key.set(key, entry);
    if (kind === 'exit' && member) member.status = 'exiting';
    return this.book(entry, crash) === LOST ? LOST : answerOf(entry);
  }

  reverse(original: Entry, by: Requester): string {
    const reversals = this.entries.filter(({ reverses }) => reverses === original);
    if (!REVERSIBLE.has(original.kind)) return 'not_reversible';
    if (original.status !== 'posted') return 'not_posted';
    if (reversals.some(({ status }) => ['awaiting_approval', 'pending', 'posting'].includes(status)))
      return 'reversal_pending';
    if (reversals.some(({ status }) => status === 'posted')) return 'already_reversed';
    const { member, amount, effect } = original;
    if (this.isFrozen(original)) return 'period_closed';
    const refusal = member && this.refusal(member, false);
    if (refusal) return refusal;
    const entry = this.add('reversal', member, amount, opposite(effect), by, true);
    entry.reverses = original;
    return answerOf(entry);
  }

  private isReversed(entry: Entry): boolean {
    return this.entries.some(({ reverses, status }) => reverses === entry && status === 'posted');
  }

  private waits(kind: EntryRequest['kind'], amount: number, member: NaiveMember | null): boolean {
    if (kind !== 'withdrawal') return ALWAYS_WAIT.has(kind);
    const earlier = this.entries
      .filter((entry) => WITHDRAWALS.has(entry.kind) && entry.member === member && !this.isReversed(entry))
      .filter(({ status, requested_at, booked_at }) => {
        if (status === 'posted') return this.isToday(booked_at as number);
        return (
          status === 'posting' ||
          (['pending', 'awaiting_approval'].includes(status) && this.isToday(requested_at))
        );
      });
    const sum = earlier.reduce((total, entry) => total + entry.amount, amount);
    return this.threshold !== null && sum > this.threshold;
  }

  private refusal({ status, customer }: NaiveMember, pays_out: boolean): string | null {
    if (status === 'exiting' || status === 'exited') return 'member_not_active';
    if (!pays_out) return null;
    if (status === 'suspended') return 'member_not_active';
    return this.frozen.has(customer) ? 'customer_not_active' : null;
  }

  private add(
    kind: Entry['kind'],
    member: NaiveMember | null,
    amount: number,
    effect: Effect,
    by: Entry['by'],
    waits = false,
    payment: NaivePayment | null = null,
  ): Entry {
    const entry: Entry = {
      kind,
      member,
      reverses: null,
      amount,
      effect,
      status: waits ? 'awaiting_approval' : 'pending',
      error: null,
      requested_at: this.utc_hours,
      requested_on: this.today,
      booked_at: null,
      by,
      approval: waits ? 'pending' : null,
      payment,
      ledger: 'not_sent',
      refused_for: null,
    };
    this.entries.push(entry);
    if (waits) this.approvals.push(entry);
    else this.in_flight.push(entry);
    return entry;
  }

  private book(entry: Entry, crash: Crash): string | null {
    if (!this.in_flight.includes(entry)) return null;
    if (Object.values(entry.effect).every((change) => change === 0)) return this.end(entry, 'booked', null);
    if (crash === 'before') return LOST;
    // What was refused before stays refused, for the same reason.
    const short =
      entry.refused_for ??
      (entry.ledger === 'not_sent' ? shortOf(entry, (account) => this.available(account, entry)) : null);
    entry.refused_for = short;
    entry.ledger = short ? 'refused' : 'booked';
    if (!short) {
      entry.booked_at ??= this.utc_hours;
      this.noteBooking();
    }
    return crash === 'after' ? LOST : this.end(entry, entry.ledger, short);
  }

  private available(account: AccountName, { member }: Entry): number {
    return this.holds(account, ['savings', 'shares'].includes(account) ? member : null);
  }

  private end(entry: Entry, ledger: Entry['ledger'], error: string | null): null {
    this.in_flight = this.in_flight.filter((each) => each !== entry);
    Object.assign(entry, { ledger, error, status: error ? 'failed' : 'posted' });
    const { kind, member, payment } = entry;
    if (kind === 'exit' && member) member.status = error ? 'active' : 'exited';
    if (kind === 'fee' && member) member.fee_paid = !error;
    if (payment)
      Object.assign(payment, { status: error ? 'pending' : 'credited', was_short: error !== null });
    return null;
  }

  approve(waiting: Waiting, by: Name, crash: Crash): string {
    if (waiting.approval !== 'pending') return 'already_decided';
    if (!mayDecide(waiting, by)) return 'FORBIDDEN';
    if ('period' in waiting) return this.periods.approve(waiting, this.isUnderWay(waiting.period.last));
    const entry = waiting;
    entry.approval = 'approved';
    const refusal = this.refusalOnApproval(entry);
    if (refusal) this.end(entry, 'not_sent', refusal);
    else {
      entry.status = 'posting';
      this.in_flight.push(entry);
    }
    return this.book(entry, crash) === LOST ? LOST : `approved ${answerOf(entry)}`;
  }

  private refusalOnApproval(entry: Entry): string | null {
    const { kind, member, reverses } = entry;
    if (reverses && this.isFrozen(reverses)) return 'period_closed';
    if (!member) return null;
    if (kind !== 'exit') return this.refusal(member, kind !== 'reversal');
    if (this.frozen.has(member.customer)) return 'customer_not_active';
    const [savings, shares] = [this.holds('savings', member), this.holds('shares', member)];
    entry.amount = savings + shares;
    entry.effect = { savings: -savings, shares: -shares, cash: -entry.amount };
    return null;
  }

  reject(waiting: Waiting, by: Name): string {
    if (waiting.approval !== 'pending') return 'already_decided';
    return mayDecide(waiting, by) ? this.drop(waiting, 'rejected') : 'FORBIDDEN';
  }

  cancel(waiting: Waiting, by: Requester): string {
    const may = by === waiting.by || by === personBehind(waiting.by) || ['admin', 'owner'].includes(by);
    if (!may) return 'FORBIDDEN';
    return waiting.approval === 'pending' ? this.drop(waiting, 'cancelled') : 'already_decided';
  }

  private drop(waiting: Waiting, decision: 'rejected' | 'cancelled'): string {
    return 'period' in waiting ? this.periods.drop(waiting, decision) : drop(waiting, decision);
  }

  setStatus(member: NaiveMember, to: 'active' | 'suspended'): string {
    if (member.status === 'exiting' || member.status === 'exited') return 'member_not_active';
    member.status = to;
    return to;
  }

  pay(member: NaiveMember, amount: number, purpose: NaivePayment['purpose']): string {
    if (member.status === 'exiting' || member.status === 'exited') return 'member_unknown';
    this.payments.push({ member, amount, purpose, status: 'pending', refund: 'none', was_short: false });
    this.noteBooking();
    return 'paid';
  }

  spend(amount: number): string {
    if (this.holds('merchant') < amount) return 'exceeds_credits';
    this.spent += amount;
    this.noteBooking();
    return 'spent';
  }

  credit(payment: NaivePayment, crash: Crash): string {
    if (payment.status !== 'pending') return 'done';
    const { member, amount, purpose } = payment;
    const effect = { merchant: -amount, [purpose]: amount };
    const refusal = this.refusal(member, false);
    // What failed once is tried again when it can succeed.
    if (!refusal && payment.was_short && this.holds('merchant') < amount) return 'done';
    const entry = this.add(`paid ${purpose}`, member, amount, effect, 'system', false, payment);
    payment.status = 'posting';
    if (refusal) {
      this.end(entry, 'not_sent', refusal);
      payment.status = 'failed';
    }
    return this.book(entry, crash) ?? 'done';
  }

  refund(payment: NaivePayment): string {
    if (payment.refund !== 'none') return 'exceeds_payment';
    if (payment.status === 'credited' || payment.status === 'posting') return 'not_refundable';
    const covered = this.holds('merchant') >= payment.amount;
    payment.status = covered ? 'cancelled' : 'pending';
    if (!covered) return 'insufficient_funds';
    payment.refund = 'open';
    return 'done';
  }

  endRefund(payment: NaivePayment, succeeded: boolean): void {
    if (payment.refund !== 'open') return;
    payment.refund = succeeded ? 'succeeded' : 'none';
    payment.status = succeeded ? 'refunded' : 'pending';
  }

  sweep(): void {
    for (const entry of this.in_flight) this.book(entry, null);
  }
}

/** Not the person who asked, and not who only asks. */
function mayDecide(waiting: Waiting, by: Name): boolean {
  return by !== 'maker' && personBehind(waiting.by) !== by;
}
