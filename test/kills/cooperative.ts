/** The SACCO's project: its members and loans, and what they must have come to. */
import type { NaiveLoan } from '../loans/naive-loan.ts';
import type { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { Reply } from './caller.ts';
import type { Place, Verb } from './place.ts';
import type { Receiver } from './receiver.ts';

/** Loan products; guarantors must consent to loans of the last one. */
export type Product = 'usual' | 'strict' | 'guaranteed';

export interface Member {
  id: string;
  member_no: string;
  /** Pledged for applications that wait, and held for open loans, in minor units. */
  pledged: bigint;
}

export interface Guarantee {
  member: Member;
  amount: bigint;
}

export interface Loan {
  id: string;
  member: Member;
  model: NaiveLoan;
  guarantee: Guarantee | null;
  /** Somebody works on it. */
  busy: boolean;
  /** Charges that came to something, each an entry of its own. */
  charges: number;
}

export interface MemberPayment {
  id: string;
  member_id: string;
  /** Of its credit, once that was seen. */
  entry_id: string | null;
}

/** Savings on their way to the member's phone, until it is counted how that ended. */
export interface Sending {
  entry_id: string;
  approval_id: string | null;
  member: Member;
  amount: bigint;
}

/** Unallocated money on its way back to who sent it. */
export interface ReceiptRefund {
  receipt_id: string;
  amount: bigint;
}

/** How a movement ended. */
export type Ending = 'posted' | 'failed' | 'rejected' | 'cancelled';
const ENDINGS = new Set<string>(['posted', 'failed', 'rejected', 'cancelled'] satisfies Ending[]);

export class Cooperative {
  readonly place: Place;
  readonly products: Readonly<Record<Product, string>>;
  /** Of the accounts that members open besides the default one. */
  readonly savings_product: string;
  readonly members: Member[] = [];
  readonly loans: Loan[] = [];
  /** Payments for members, all of which must be credited. */
  readonly payments: MemberPayment[] = [];
  sendings: Sending[] = [];
  readonly receipt_refunds: ReceiptRefund[] = [];
  /** Where members pay to the paybill. */
  readonly mpesa: DarajaStandIn;
  /** Where links and codes for guarantors arrive. */
  readonly receiver: Receiver;
  /** The local day of the test clock, counted since 1970. */
  day: number;

  constructor(
    place: Place,
    { mpesa, receiver }: { mpesa: DarajaStandIn; receiver: Receiver },
    {
      products,
      savings_product,
      day,
    }: { products: Record<Product, string>; savings_product: string; day: number },
  ) {
    this.place = place;
    this.mpesa = mpesa;
    this.receiver = receiver;
    this.products = products;
    this.savings_product = savings_product;
    this.day = day;
  }

  /**
   * Asks for a movement and lets a checker decide where one is needed.
   * @param verb what the checker, or the maker, does with it
   * @returns the entry's id, and how it ended; null if it was refused
   */
  async move(
    flow: string,
    path: string,
    body: Record<string, unknown>,
    { verb = 'approve', refusals = [] }: { verb?: Verb; refusals?: readonly string[] } = {},
  ): Promise<{ id: string; ending: Ending } | null> {
    const entry = await this.place.ask({
      flow,
      as: 'maker',
      path,
      body: (token) => ({ ...body, memo: token, idempotency_key: token }),
      refusals,
    });
    if (!entry) return null;
    if (entry.approval_id) await this.place.decide(entry.approval_id, verb);
    return { id: entry.id, ending: await this.endingOf(entry.id, entry.approval_id) };
  }

  /** Waits for the end of an entry, and counts its events. */
  async endingOf(entry_id: string, approval_id: string | null): Promise<Ending> {
    const { status } = await this.place.waitFor(
      `/api/v1/sacco/entries/${entry_id}`,
      ({ status: now }: Reply['body']) => ENDINGS.has(now),
    );
    const ending = status as Ending;
    const { events } = this.place;
    const is_booked = ending === 'posted' || ending === 'failed';
    const booked: [string, string][] = is_booked ? [[`sacco.entry.${ending}`, entry_id]] : [];
    if (approval_id)
      events.add(['approval.created', approval_id], ['approval.decided', approval_id], ...booked);
    else events.add(...booked);
    return ending;
  }

  /** Adds to both accounts: cash that comes, or goes when it is negative. */
  both(one: string, other: string, amount: bigint): void {
    this.place.books.add(one, amount);
    this.place.books.add(other, amount);
  }

  /** A member's savings that nothing is pledged of. */
  free(member: Member): bigint {
    return this.place.books.balance(`savings ${member.id}`) - member.pledged;
  }

  /** Takes a loan for oneself, until it is given back. @returns null when there is none */
  takeLoan(of: (loan: Loan) => boolean): Loan | null {
    const found = this.loans.filter((loan) => !loan.busy && loan.model.status === 'open' && of(loan));
    if (found.length === 0) return null;
    const loan = this.place.random.pick(found);
    loan.busy = true;
    return loan;
  }
}
