/**
 * A matcher as somebody would do it by hand: line by line, looking through everything each time. It shares no code with the
 * service.
 */

export interface NaivePayment {
  id: string;
  provider: string;
  reference: string;
  provider_txn_id: string | null;
  amount_minor: number;
  currency: string;
  status: string;
  /** In milliseconds; null unless completed. */
  completed_ms: number | null;
}

export interface NaiveRefund {
  id: string;
  payment_id: string;
  amount_minor: number;
  status: string;
}

export interface NaiveLine {
  kind: string;
  amount_minor: number;
  reference: string | null;
  id: string | null;
  date: string;
}

export interface NaiveResult {
  status: string;
  payment_id: string | null;
  refund_id: string | null;
}

/** @param booked lines of earlier statements that were booked @returns in the order of the lines */
export function matchByHand(
  lines: readonly NaiveLine[],
  payments: readonly NaivePayment[],
  refunds: readonly NaiveRefund[],
  booked: readonly NaiveLine[],
): NaiveResult[] {
  const results: NaiveResult[] = [];
  for (const line of lines) {
    const before = lines.slice(0, results.length);
    results.push(
      line.kind === 'payment'
        ? matchPaymentByHand(line, payments, before, results)
        : line.kind === 'refund'
          ? matchRefundByHand(line, payments, refunds, results)
          : { status: matchOtherByHand(line, before, booked), payment_id: null, refund_id: null },
    );
  }
  return results;
}

function namedBy(line: NaiveLine, payments: readonly NaivePayment[]): NaivePayment[] {
  return payments.filter(
    (payment) =>
      payment.provider === 'manual' &&
      ((line.reference !== null && (payment.reference === line.reference || payment.id === line.reference)) ||
        (line.id !== null && payment.provider_txn_id === line.id)),
  );
}

const NOTHING = { payment_id: null, refund_id: null };

function matchPaymentByHand(
  line: NaiveLine,
  payments: readonly NaivePayment[],
  before: readonly NaiveLine[],
  results: readonly NaiveResult[],
): NaiveResult {
  const named = namedBy(line, payments);
  if (line.amount_minor < 0 || named.length !== 1) return { status: 'unmatched', ...NOTHING };
  const payment = named[0] as NaivePayment;
  const found = (status: string): NaiveResult => ({ status, payment_id: payment.id, refund_id: null });
  const listed = results.some(
    (result, i) => before[i]?.kind === 'payment' && result.payment_id === payment.id,
  );
  if (listed) return found('duplicate');
  if (payment.currency !== 'KES') return found('currency_mismatch');
  if (payment.amount_minor !== line.amount_minor) return found('amount_mismatch');
  return found(['failed', 'cancelled'].includes(payment.status) ? 'status_mismatch' : 'matched');
}

function matchRefundByHand(
  line: NaiveLine,
  payments: readonly NaivePayment[],
  refunds: readonly NaiveRefund[],
  results: readonly NaiveResult[],
): NaiveResult {
  const named = namedBy(line, payments);
  if (named.length !== 1) return { status: 'unmatched', ...NOTHING };
  const payment = named[0] as NaivePayment;
  const found = (status: string, refund_id: string | null = null): NaiveResult => ({
    status,
    payment_id: payment.id,
    refund_id,
  });
  const given = refunds.filter(
    ({ payment_id, status }) => payment_id === payment.id && status === 'succeeded',
  );
  if (given.length === 0) return found('unmatched');
  if (payment.currency !== 'KES') return found('currency_mismatch');
  const same = given.filter(({ amount_minor }) => amount_minor === Math.abs(line.amount_minor));
  if (same.length === 0) return found('amount_mismatch');
  const free = same.find(({ id }) => !results.some(({ refund_id }) => refund_id === id));
  return free ? found('matched', free.id) : found('duplicate');
}

function matchOtherByHand(
  line: NaiveLine,
  before: readonly NaiveLine[],
  booked: readonly NaiveLine[],
): string {
  if (line.kind === 'other') return 'not_applicable';
  const name = line.id ?? line.reference;
  const same = (other: NaiveLine): boolean =>
    name !== null &&
    other.kind === line.kind &&
    (other.id ?? other.reference) === name &&
    Math.abs(other.amount_minor) === Math.abs(line.amount_minor) &&
    other.date === line.date;
  return before.some(same) || booked.some(same) ? 'duplicate' : 'not_applicable';
}

/** The completed payments of the period that no payment line names. */
export function missingByHand(
  payments: readonly NaivePayment[],
  results: readonly NaiveResult[],
  lines: readonly NaiveLine[],
  [from_ms, before_ms]: [number, number],
): string[] {
  return payments
    .filter(
      ({ id, provider, currency, status, completed_ms }) =>
        provider === 'manual' &&
        currency === 'KES' &&
        status === 'completed' &&
        completed_ms !== null &&
        completed_ms >= from_ms &&
        completed_ms < before_ms &&
        !results.some((result, i) => result.payment_id === id && lines[i]?.kind === 'payment'),
    )
    .map(({ id }) => id);
}
