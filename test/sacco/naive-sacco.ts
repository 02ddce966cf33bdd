/**
 * The SACCO once more, as naively as can be, to compare the real one with: lists of members, entries and payments, from
 * which every balance is summed up anew whenever it is wanted. It shares no code with domain/sacco.
 */

/** Where the process dies: before the ledger has booked, or after, and before it noted that. */
export type Crash = 'before' | 'after' | null;

export const PEOPLE = ['maker', 'checker', 'admin', 'owner'] as const;
export type Name = (typeof PEOPLE)[number];
/** Who asks: a person, or the API key that the admin has issued. */
export type Asking = Name | 'key';

export interface NaiveMember {
  customer: number;
  no: string;
  status: 'active' | 'suspended' | 'exiting' | 'exited';
  fee_paid: boolean;
  fee: Entry | null;
}

export interface NaivePayment {
  member: NaiveMember;
  amount: number;
  purpose: 'savings' | 'shares';
  status: 'pending' | 'posting' | 'credited' | 'failed' | 'cancelled' | 'refunded';
  refund: 'none' | 'open' | 'succeeded';
}

export interface Wish {
  kind:
    'deposit' | 'withdrawal' | 'shares from cash' | 'shares from savings' | 'cash in' | 'cash out' | 'exit';
  /** Of an exit it follows from what is held. */
  amount: number;
}

/** What is in a pocket more, or less, once it is booked. */
interface Effect {
  cash?: number;
  counted?: number;
  fees?: number;
  merchant?: number;
  savings?: number;
  shares?: number;
}
type Pocket = keyof Effect;

interface Entry {
  kind: Wish['kind'] | 'fee' | 'paid savings' | 'paid shares';
  member: NaiveMember | null;
  amount: number;
  effect: Effect;
  status: 'pending' | 'posting' | 'awaiting_approval' | 'posted' | 'failed' | 'rejected' | 'cancelled';
  error: string | null;
  asked_at: number;
  /** Null until the ledger has it. */
  booked_at: number | null;
  by: Asking | 'system';
  approval: 'pending' | 'approved' | 'rejected' | 'cancelled' | null;
  payment: NaivePayment | null;
  ledger: 'unasked' | 'booked' | 'refused';
}

const LOST = 'SERVICE_UNAVAILABLE';
const PAYS_OUT = new Set(['withdrawal', 'shares from savings', 'exit']);

export class NaiveSacco {
  threshold: number | null = null;
  fee = 0;
  utc_hours: number;
  offset_hours = 0;
  frozen = new Set<number>();
  members: NaiveMember[] = [];
  payments: NaivePayment[] = [];
  entries: Entry[] = [];
  private last_no = 0;
  private spent = 0;
  /** In the order in which the ledger is to be asked. */
  private under_way: Entry[] = [];
  /** By idempotency key. */
  private made = new Map<string, Entry>();

  constructor(utc_hours: number) {
    this.utc_hours = utc_hours;
  }

  holds(pocket: Pocket, member: NaiveMember | null = null): number {
    const booked = this.entries.filter(({ ledger }) => ledger === 'booked');
    const own = member ? booked.filter((entry) => entry.member === member) : booked;
    const moved = own.reduce((total, { effect }) => total + (effect[pocket] ?? 0), 0);
    if (pocket !== 'merchant') return moved;
    const kept = this.payments.filter(({ refund }) => refund === 'none');
    return kept.reduce((total, { amount }) => total + amount, moved - this.spent);
  }

  /** The last membership of the customer. */
  memberOf(customer: number): NaiveMember | undefined {
    return this.members.findLast((each) => each.customer === customer);
  }

  get approvals(): Entry[] {
    return this.entries.filter(({ approval }) => approval !== null);
  }

  private isToday(utc_hours: number): boolean {
    const day = (hours: number): number => Math.floor((hours + this.offset_hours) / 24);
    return day(utc_hours) === day(this.utc_hours);
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

  ask(key: string, by: Asking, { kind, amount }: Wish, member: NaiveMember | null, crash: Crash): string {
    const earlier = this.made.get(key);
    if (earlier) return this.book(earlier, crash) === LOST ? LOST : `${answerOf(earlier)} replayed`;
    const obstacle = member && this.obstacle(member, PAYS_OUT.has(kind));
    if (obstacle) return obstacle;
    if (kind === 'exit' && this.under_way.some((entry) => entry.member === member)) return 'busy';
    const waits = this.waits(kind, amount, member);
    const entry = this.add(kind, member, kind === 'exit' ? 0 : amount, effectOf(kind, amount), by, waits);
    this.made.set(key, entry);
    if (kind === 'exit' && member) member.status = 'exiting';
    return this.book(entry, crash) === LOST ? LOST : answerOf(entry);
  }

  private waits(kind: Wish['kind'], amount: number, member: NaiveMember | null): boolean {
    if (kind !== 'withdrawal') return ['cash in', 'cash out', 'exit'].includes(kind);
    const earlier = this.entries
      .filter((entry) => entry.kind === kind && entry.member === member)
      .filter(({ status, asked_at, booked_at }) => {
        if (status === 'posted') return this.isToday(booked_at as number);
        return (
          status === 'posting' ||
          (['pending', 'awaiting_approval'].includes(status) && this.isToday(asked_at))
        );
      });
    const sum = earlier.reduce((total, entry) => total + entry.amount, amount);
    return this.threshold !== null && sum > this.threshold;
  }

  private obstacle({ status, customer }: NaiveMember, pays_out: boolean): string | null {
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
      amount,
      effect,
      status: waits ? 'awaiting_approval' : 'pending',
      error: null,
      asked_at: this.utc_hours,
      booked_at: null,
      by,
      approval: waits ? 'pending' : null,
      payment,
      ledger: 'unasked',
    };
    this.entries.push(entry);
    if (!waits) this.under_way.push(entry);
    return entry;
  }

  private book(entry: Entry, crash: Crash): string | null {
    if (!this.under_way.includes(entry)) return null;
    if (Object.values(entry.effect).every((change) => change === 0)) return this.end(entry, 'booked', null);
    if (crash === 'before') return LOST;
    // What was refused before is refused for ever; where two pockets may have been empty, nobody knows which was.
    const short =
      entry.ledger === 'refused'
        ? (['withdrawal', 'exit'].includes(entry.kind) && 'insufficient_funds') || shortOf(entry, () => 0)
        : entry.ledger === 'unasked' && shortOf(entry, (pocket) => this.inReach(pocket, entry));
    entry.ledger = short ? 'refused' : 'booked';
    if (!short) entry.booked_at ??= this.utc_hours;
    return crash === 'after' ? LOST : this.end(entry, entry.ledger, short || null);
  }

  private inReach(pocket: Pocket, { member }: Entry): number {
    return this.holds(pocket, ['savings', 'shares'].includes(pocket) ? member : null);
  }

  private end(entry: Entry, ledger: Entry['ledger'], error: string | null): null {
    this.under_way = this.under_way.filter((each) => each !== entry);
    Object.assign(entry, { ledger, error, status: error ? 'failed' : 'posted' });
    const { kind, member, payment } = entry;
    if (kind === 'exit' && member) member.status = error ? 'active' : 'exited';
    if (kind === 'fee' && member) member.fee_paid = !error;
    if (payment) payment.status = error ? 'pending' : 'credited';
    return null;
  }

  approve(entry: Entry, by: Name, crash: Crash): string {
    if (entry.approval !== 'pending') return 'already_decided';
    if (personBehind(entry.by) === by) return 'FORBIDDEN';
    entry.approval = 'approved';
    const obstacle = this.stillObstacle(entry);
    if (obstacle) this.end(entry, 'unasked', obstacle);
    else {
      entry.status = 'posting';
      this.under_way.push(entry);
    }
    return this.book(entry, crash) === LOST ? LOST : `approved ${answerOf(entry)}`;
  }

  private stillObstacle(entry: Entry): string | null {
    const { kind, member } = entry;
    if (!member) return null;
    if (kind !== 'exit') return this.obstacle(member, true);
    if (this.frozen.has(member.customer)) return 'customer_not_active';
    const [savings, shares] = [this.holds('savings', member), this.holds('shares', member)];
    entry.amount = savings + shares;
    entry.effect = { savings: -savings, shares: -shares, cash: -entry.amount };
    return null;
  }

  reject(entry: Entry, by: Name): string {
    if (entry.approval !== 'pending') return 'already_decided';
    return personBehind(entry.by) === by ? 'FORBIDDEN' : drop(entry, 'rejected');
  }

  cancel(entry: Entry, by: Asking): string {
    const may = by === entry.by || by === personBehind(entry.by) || ['admin', 'owner'].includes(by);
    if (!may) return 'FORBIDDEN';
    return entry.approval === 'pending' ? drop(entry, 'cancelled') : 'already_decided';
  }

  setStatus(member: NaiveMember, to: 'active' | 'suspended'): string {
    if (member.status === 'exiting' || member.status === 'exited') return 'member_not_active';
    member.status = to;
    return to;
  }

  pay(member: NaiveMember, amount: number, purpose: NaivePayment['purpose']): string {
    if (member.status === 'exiting' || member.status === 'exited') return 'member_unknown';
    this.payments.push({ member, amount, purpose, status: 'pending', refund: 'none' });
    return 'paid';
  }

  spend(amount: number): string {
    if (this.holds('merchant') < amount) return 'exceeds_credits';
    this.spent += amount;
    return 'spent';
  }

  credit(payment: NaivePayment, crash: Crash): string {
    if (payment.status !== 'pending') return 'done';
    const { member, amount, purpose } = payment;
    const effect = { merchant: -amount, [purpose]: amount };
    const entry = this.add(`paid ${purpose}`, member, amount, effect, 'system', false, payment);
    const obstacle = this.obstacle(member, false);
    payment.status = 'posting';
    if (obstacle) {
      this.end(entry, 'unasked', obstacle);
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
    for (const entry of this.under_way) this.book(entry, null);
  }
}

function effectOf(kind: Wish['kind'], amount: number): Effect {
  switch (kind) {
    case 'deposit':
      return { cash: amount, savings: amount };
    case 'withdrawal':
      return { cash: -amount, savings: -amount };
    case 'shares from cash':
      return { cash: amount, shares: amount };
    case 'shares from savings':
      return { savings: -amount, shares: amount };
    case 'cash in':
      return { cash: amount, counted: amount };
    case 'cash out':
      return { cash: -amount, counted: -amount };
    case 'exit':
    default:
      return {};
  }
}

/** What is short for this entry, the member's savings before the tills. */
function shortOf({ effect }: Entry, holds: (pocket: Pocket) => number): string | null {
  const short = (pocket: Pocket): boolean =>
    (effect[pocket] ?? 0) < 0 && holds(pocket) < -(effect[pocket] ?? 0);
  if (short('savings')) return 'insufficient_savings';
  if (short('merchant')) return 'insufficient_funds';
  return short('cash') ? 'insufficient_cash' : null;
}

function answerOf({ status, error }: Entry): string {
  return error ? `${status} ${error}` : status;
}

function personBehind(by: Entry['by']): Entry['by'] {
  return by === 'key' ? 'admin' : by;
}

function drop(entry: Entry, decision: 'rejected' | 'cancelled'): string {
  entry.approval = decision;
  entry.status = decision;
  if (entry.kind === 'exit' && entry.member) entry.member.status = 'active';
  return decision;
}
