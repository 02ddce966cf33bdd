/** The merchant's project: what its payments, refunds and accounts must have come to. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from './place.ts';
import type { Provider } from './providers.ts';

/** How a payment must end; `open`: nobody has paid it, so that it must not be completed. */
type Destiny = 'completed' | 'failed' | 'open';

export interface Payment {
  id: string;
  provider: string;
  currency: string;
  amount_minor: number;
  destiny: Destiny;
  /** When the payer had paid and the provider could tell, in milliseconds since 1970; null: no promise is made. */
  paid_at: number | null;
}

export interface Refund {
  id: string;
  payment: Payment;
  amount_minor: number;
  /** The sandbox makes it fail. */
  fails: boolean;
  /** A person cancelled it, because the provider never heard of it. */
  cancelled: boolean;
}

export interface Payout {
  id: string;
  provider: string;
  currency: string;
  amount_minor: number;
  /** How it may end. */
  endings: readonly ('succeeded' | 'failed' | 'cancelled')[];
}

export interface Hold {
  id: string;
  status: 'pending' | 'captured' | 'voided' | 'expired';
  captured_minor: number;
  /** The debited account, as in `accounts`. */
  from: string;
  held_minor: number;
}

export interface Customer {
  id: string;
  /** The ledger account of the wallet. */
  account_id: string;
}

/** A provider gets a request that failed again within this time, if it gets it at all. */
const ARRIVES_WITHIN_MS = 330_000;
/** Callbacks are repeated until they are answered. */
const CALLBACK_PAUSE_MS = 1_000;

export class Merchant {
  readonly place: Place;
  readonly providers: readonly Provider[];
  /** By kind, or a vendor's name. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly payments = new Map<string, Payment>();
  /** Completed ones that no refund was asked for. */
  readonly refundable: Payment[] = [];
  readonly refunds: Refund[] = [];
  readonly payouts: Payout[] = [];
  readonly holds: Hold[] = [];
  readonly customers: Customer[] = [];
  readonly top_ups = new Map<string, 'credited' | 'reversed'>();
  readonly faults: string[] = [];
  #payers = new Set<Promise<void>>();
  #closing = false;

  constructor(place: Place, providers: readonly Provider[], accounts: Record<string, string>) {
    this.place = place;
    this.providers = providers;
    this.accounts = accounts;
  }

  /** Counts a payment that is stored. @param share the vendor's, in minor units */
  expect(payment: Payment, split: { vendor: string; share: number } | null = null): void {
    this.payments.set(payment.id, payment);
    if (payment.destiny === 'completed') this.complete(payment, split);
    if (payment.destiny === 'failed') this.place.events.add(['payment.failed', payment.id]);
  }

  /** Counts what the completed payment brings. */
  complete(payment: Payment, split: { vendor: string; share: number } | null = null): void {
    const { books, events } = this.place;
    const { id, currency, amount_minor } = payment;
    payment.destiny = 'completed';
    events.add(['payment.completed', id]);
    books.add(`provider_clearing ${currency}`, BigInt(amount_minor));
    books.add(`merchant_available ${currency}`, BigInt(amount_minor));
    if (split)
      books.move(`merchant_available ${currency}`, `${split.vendor} ${currency}`, BigInt(split.share));
  }

  /** Lets the payer of a payment with a stand-in act, once it has arrived there. */
  letPay(provider: Provider, payment: Payment, ending: 'paid' | 'failed'): void {
    const payer = this.#pay(provider, payment, ending).catch(
      (error: unknown) => void this.faults.push(`payer of ${payment.id}: ${String(error)}`),
    );
    this.#payers.add(payer);
    void payer.finally(() => this.#payers.delete(payer));
  }

  async #pay({ gateway }: Provider, payment: Payment, ending: 'paid' | 'failed'): Promise<void> {
    const give_up_at = Date.now() + ARRIVES_WITHIN_MS;
    while (gateway.charges(payment.id) === 0) {
      if (this.#closing || Date.now() > give_up_at) return;
      await delay(200);
    }
    await delay(this.place.random.below(3_000));
    let answer = await gateway.settle(payment.id, ending).then(
      () => gateway.callback_answers.at(-1) ?? 0,
      () => 0,
    );
    if (ending === 'paid') this.complete(payment);
    else {
      payment.destiny = 'failed';
      this.place.events.add(['payment.failed', payment.id]);
    }
    while (answer === 0 || answer >= 500) {
      await delay(CALLBACK_PAUSE_MS);
      answer = await gateway.callBack(payment.id).catch(() => 0);
    }
    payment.paid_at = Date.now();
    if (ending === 'paid') this.refundable.push(payment);
  }

  /** No payment that has not arrived at its provider is paid any more. */
  async closePayers(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#payers);
  }
}
