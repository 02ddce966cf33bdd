/**
 * Matches each line of a statement with our books. Lines are matched in the order of the file, since a later line may repeat
 * an earlier one. Each result has a note for the bookkeeper who decides. Pure.
 */
import { groupBy } from '../../../core/group-by.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';
import type { payouts, PaymentStatus } from '../../payments/index.ts';
import type { LineKind, ParsedLine } from '../parsing/statement.rules.ts';

export const MATCH_STATUSES = [
  'matched',
  'unmatched',
  'duplicate',
  'amount_mismatch',
  'currency_mismatch',
  'status_mismatch',
  'not_applicable',
  'not_found',
] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** The fields of a line that are compared. */
export type Entry = Pick<
  ParsedLine,
  'line_no' | 'kind' | 'amount_minor' | 'provider_txn_id' | 'reference' | 'date'
>;

/** A payment of the statement's provider that some line may name. */
export interface CandidatePayment {
  id: string;
  reference: string;
  provider_txn_id: string | null;
  /** The provider's name for it, where that is neither its reference nor its id; null otherwise. */
  statement_reference: string | null;
  amount_minor: bigint;
  currency: Currency;
  status: PaymentStatus;
}

/** A refund that the payer has received. */
export interface CandidateRefund {
  id: string;
  payment_id: string;
  amount_minor: bigint;
}

/** A payout that some line may name. */
export interface CandidatePayout {
  id: string;
  reference: string;
  provider_txn_id: string | null;
  amount_minor: bigint;
  currency: Currency;
  status: payouts.PayoutStatus;
  origin: payouts.PayoutRow['origin'];
}

/** A payout or fee that was booked from a line of another statement. */
export interface BookedEntry {
  kind: LineKind;
  external_id: string;
  /** Without sign. */
  amount_minor: bigint;
  date: string | null;
  run_id: string;
  line_no: number;
}

/** The rows of our books that the lines of a statement may match. */
export interface MatchCandidates {
  payments: readonly CandidatePayment[];
  refunds: readonly CandidateRefund[];
  payouts: readonly CandidatePayout[];
  /** Whether the provider has paid out for the project at all: else its lines of kind payout are of another sort. */
  has_payouts: boolean;
  booked: readonly BookedEntry[];
}

export interface Match {
  match_status: MatchStatus;
  match_note: string;
  payment_id: string | null;
  refund_id: string | null;
  payout_id: string | null;
}

/** Kinds that move money between the available balance and the provider when they are booked. */
const BOOKABLE: ReadonlySet<LineKind> = new Set(['payout', 'payout_reversal', 'fee', 'fee_reversal']);

export function isBookable(kind: LineKind): boolean {
  return BOOKABLE.has(kind);
}

/** The provider's id of a payout or fee; null where the statement has none. */
export function externalIdOf({
  provider_txn_id,
  reference,
}: Pick<Entry, 'provider_txn_id' | 'reference'>): string | null {
  return provider_txn_id ?? reference;
}

export function withoutSign(amount_minor: bigint): bigint {
  return amount_minor < 0n ? -amount_minor : amount_minor;
}

/** @param currency of the statement @returns in the order of the entries */
export function matchEntries(
  entries: readonly Entry[],
  currency: Currency,
  candidates: MatchCandidates,
): Match[] {
  const context = contextOf(currency, candidates);
  return entries.map((entry) => {
    if (entry.kind === 'payment') return matchPayment(entry, context);
    if (entry.kind === 'refund') return matchRefund(entry, context);
    if (entry.kind === 'payout') return matchPayout(entry, context);
    return isBookable(entry.kind) ? matchBookable(entry, context) : OTHER;
  });
}

const NOTHING = { payment_id: null, refund_id: null, payout_id: null };
const OTHER: Match = {
  match_status: 'not_applicable',
  match_note: 'Neither payment, refund, payout nor fee: there is nothing to compare it with.',
  ...NOTHING,
};

/** The candidates by the names that lines use, and the matches of earlier lines. */
interface MatchContext {
  currency: Currency;
  by_id: Map<string, CandidatePayment>;
  by_reference: Map<string, CandidatePayment>;
  by_statement_reference: Map<string, CandidatePayment>;
  by_provider_txn_id: Map<string, CandidatePayment[]>;
  refunds: Map<string, CandidateRefund[]>;
  payouts: Map<string, CandidatePayout>;
  has_payouts: boolean;
  booked: Map<string, BookedEntry>;
  /** Payment → the line that named it first. */
  listed_payments: Map<string, number>;
  /** Refund → the line that it was matched with. */
  listed_refunds: Map<string, number>;
  /** Payout of ours → the line that named it first. */
  listed_payouts: Map<string, number>;
  /** Payout or fee → the line that listed it first. */
  listed_bookables: Map<string, number>;
}

function contextOf(
  currency: Currency,
  { payments, refunds, payouts, has_payouts, booked }: MatchCandidates,
): MatchContext {
  return {
    currency,
    by_id: new Map(payments.map((payment) => [payment.id, payment])),
    by_reference: new Map(payments.map((payment) => [payment.reference, payment])),
    by_statement_reference: new Map(
      payments.flatMap((payment) =>
        payment.statement_reference === null ? [] : [[payment.statement_reference, payment]],
      ),
    ),
    by_provider_txn_id: groupBy(
      payments.filter(({ provider_txn_id }) => provider_txn_id !== null),
      ({ provider_txn_id }) => provider_txn_id as string,
    ),
    refunds: groupBy(refunds, ({ payment_id }) => payment_id),
    // An id is stronger than a reference, which a client may choose to be like one.
    payouts: new Map(
      (['reference', 'provider_txn_id', 'id'] as const).flatMap((name) =>
        payouts.flatMap((payout) => (payout[name] === null ? [] : [[payout[name], payout] as const])),
      ),
    ),
    has_payouts,
    booked: new Map(booked.map((entry) => [bookableKey(entry, entry.external_id), entry])),
    listed_payments: new Map(),
    listed_refunds: new Map(),
    listed_payouts: new Map(),
    listed_bookables: new Map(),
  };
}

function bookableKey(
  { kind, amount_minor, date }: Pick<Entry, 'kind' | 'amount_minor' | 'date'>,
  external_id: string,
): string {
  return JSON.stringify([kind, external_id, String(withoutSign(amount_minor)), date]);
}

// ── payments ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function matchPayment(entry: Entry, context: MatchContext): Match {
  if (entry.amount_minor < 0n)
    return unmatched('A payment with a negative amount: money that went back belongs to the kind refund.');
  const named = paymentNamedBy(entry, context);
  if ('problem' in named) return unmatched(named.problem);
  const { payment } = named;
  const earlier = context.listed_payments.get(payment.id);
  if (earlier !== undefined)
    return about(payment, 'duplicate', `Line ${earlier} of this statement names the same payment.`);
  context.listed_payments.set(payment.id, entry.line_no);
  const mismatch = amountMismatch(context.currency, payment, {
    what: 'payment',
    expected_minor: payment.amount_minor,
    stated_minor: entry.amount_minor,
  });
  if (mismatch) return mismatch;
  const { status } = payment;
  if (status === 'failed' || status === 'cancelled')
    return about(
      payment,
      'status_mismatch',
      `The provider shows this payment as paid; in our books it is ${status}.`,
    );
  return about(
    payment,
    'matched',
    status === 'completed'
      ? 'The payment is completed, with the same amount.'
      : `The payment is ${status} in our books, with the same amount: it can be completed.`,
  );
}

/** The one payment that the line names, by our reference, by our id as it is or as the provider writes it, or by the provider's. */
function paymentNamedBy(
  { reference, provider_txn_id }: Entry,
  { by_id, by_reference, by_statement_reference, by_provider_txn_id }: MatchContext,
): { payment: CandidatePayment } | { problem: string } {
  if (reference === null && provider_txn_id === null)
    return { problem: 'The line has neither a reference nor an id of the provider.' };
  const found = new Set<CandidatePayment>();
  for (const names of [by_reference, by_id, by_statement_reference]) {
    const payment = names.get(reference ?? '');
    if (payment) found.add(payment);
  }
  for (const payment of by_provider_txn_id.get(provider_txn_id ?? '') ?? []) found.add(payment);
  const [payment, ...others] = found;
  if (!payment) {
    const names = [
      ...(reference === null ? [] : [`reference ${reference}`]),
      ...(provider_txn_id === null ? [] : [`provider id ${provider_txn_id}`]),
    ];
    return { problem: `No payment of this provider has ${names.join(' or ')}.` };
  }
  if (others.length > 0) {
    const ids = [...found].map(({ id }) => id);
    return { problem: `More than one payment fits: ${ids.slice(0, MAX_NAMED).join(', ')}.` };
  }
  return { payment };
}

/** Payments that one note names. */
const MAX_NAMED = 5;

// ── refunds ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function matchRefund(entry: Entry, context: MatchContext): Match {
  const named = paymentNamedBy(entry, context);
  if ('problem' in named) return unmatched(named.problem);
  const { payment } = named;
  const refunds = context.refunds.get(payment.id) ?? [];
  if (refunds.length === 0)
    return about(payment, 'unmatched', 'The payment that it names has no refund that succeeded.');
  const amount_minor = withoutSign(entry.amount_minor);
  const same = refunds.filter((refund) => refund.amount_minor === amount_minor);
  const [closest] = same.length > 0 ? same : refunds;
  const mismatch = amountMismatch(context.currency, payment, {
    what: 'refund',
    expected_minor: (closest as CandidateRefund).amount_minor,
    stated_minor: amount_minor,
  });
  if (mismatch) return mismatch;
  const refund = same.find(({ id }) => !context.listed_refunds.has(id));
  if (!refund) {
    const lines = same.map(({ id }) => context.listed_refunds.get(id));
    return about(
      payment,
      'duplicate',
      `${lines.length === 1 ? `Line ${lines[0]} accounts` : `Lines ${lines.join(', ')} account`} for what was refunded in this amount.`,
    );
  }
  context.listed_refunds.set(refund.id, entry.line_no);
  return { ...about(payment, 'matched', 'A refund of the same amount succeeded.'), refund_id: refund.id };
}

// ── payouts and fees ─────────────────────────────────────────────────────────────────────────────────────────────────

/** The line of a payout that we requested; any other is booked, e.g. of money that the provider sent to a bank. */
function matchPayout(entry: Entry, context: MatchContext): Match {
  const { payouts, has_payouts, listed_payouts, currency } = context;
  const { provider_txn_id, reference, line_no } = entry;
  const payout = payouts.get(provider_txn_id ?? '') ?? payouts.get(reference ?? '');
  if (!payout) {
    const match = matchBookable(entry, context);
    if (match.match_status !== 'not_applicable' || !has_payouts || externalIdOf(entry) === null) return match;
    return {
      ...match,
      match_status: 'not_found',
      match_note: 'No payout of this provider has this id or reference: it can be booked.',
    };
  }
  const result = (match_status: MatchStatus, match_note: string): Match => ({
    match_status,
    match_note,
    ...NOTHING,
    payout_id: payout.id,
  });
  const earlier = listed_payouts.get(payout.id);
  if (earlier !== undefined)
    return result('duplicate', `Line ${earlier} of this statement names the same payout.`);
  listed_payouts.set(payout.id, line_no);
  const stated_minor = withoutSign(entry.amount_minor);
  if (payout.currency !== currency)
    return result(
      'currency_mismatch',
      `The payout is in ${payout.currency}; the statement is in ${currency}. If the line is of something else, it can be booked.`,
    );
  if (stated_minor !== payout.amount_minor)
    return result(
      'amount_mismatch',
      `The payout is of ${formatMoney(payout.amount_minor, currency)}; the statement says ${formatMoney(stated_minor, currency)}. If the line is of something else, it can be booked.`,
    );
  const { status } = payout;
  if (status === 'failed' || status === 'cancelled')
    return result(
      'status_mismatch',
      `The provider shows this payout as paid; in our books it is ${status}.${payout.origin === 'merchant' ? ' It can be booked.' : ''}`,
    );
  return result(
    'matched',
    status === 'succeeded'
      ? 'The payout succeeded, with the same amount.'
      : `The payout is ${status} in our books, with the same amount.`,
  );
}

const TITLES: Partial<Record<LineKind, string>> = {
  payout: 'A payout',
  payout_reversal: 'A returned payout',
  fee: 'A fee',
  fee_reversal: 'A returned fee',
};

function matchBookable(entry: Entry, { booked, listed_bookables }: MatchContext): Match {
  const title = TITLES[entry.kind] as string;
  const external_id = externalIdOf(entry);
  const result = (match_status: MatchStatus, match_note: string): Match => ({
    match_status,
    match_note,
    ...NOTHING,
  });
  if (external_id === null)
    return result('not_applicable', `${title} without an id: whether it was booked before cannot be told.`);
  const key = bookableKey(entry, external_id);
  const earlier = listed_bookables.get(key);
  if (earlier !== undefined)
    return result('duplicate', `Line ${earlier} of this statement has the same id, amount and day.`);
  listed_bookables.set(key, entry.line_no);
  const elsewhere = booked.get(key);
  if (elsewhere)
    return result(
      'duplicate',
      `Line ${elsewhere.line_no} of the statement ${elsewhere.run_id} has the same id, amount and day, and is booked.`,
    );
  return result('not_applicable', `${title}: it is not compared with payments, it can be booked.`);
}

// ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** @returns null where currency and amount are the same */
function amountMismatch(
  currency: Currency,
  payment: CandidatePayment,
  {
    what,
    expected_minor,
    stated_minor,
  }: { what: 'payment' | 'refund'; expected_minor: bigint; stated_minor: bigint },
): Match | null {
  if (payment.currency !== currency)
    return about(
      payment,
      'currency_mismatch',
      `The ${what} is in ${payment.currency}; the statement is in ${currency}.`,
    );
  if (stated_minor === expected_minor) return null;
  return about(
    payment,
    'amount_mismatch',
    `The ${what} is of ${formatMoney(expected_minor, currency)}; the statement says ${formatMoney(stated_minor, currency)}.`,
  );
}

function unmatched(match_note: string): Match {
  return { match_status: 'unmatched', match_note, ...NOTHING };
}

function about(payment: CandidatePayment, match_status: MatchStatus, match_note: string): Match {
  return { match_status, match_note, ...NOTHING, payment_id: payment.id };
}
