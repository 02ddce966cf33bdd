/** The limits of a customer's tier, checked against the balance or sum that a movement would lead to. Pure. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';

/** Set per tier and currency, in minor units; null does not apply. */
export interface Limits {
  /** The balance after any credit. */
  max_balance_minor: bigint | null;
  /** Each withdrawal and each outgoing transfer. */
  max_single_minor: bigint | null;
  /** Withdrawals and outgoing transfers of a UTC day together. */
  max_daily_out_minor: bigint | null;
}

export type LimitName = keyof Limits;

export interface Breach {
  limit: LimitName;
  limit_minor: bigint;
  /** The balance or sum that the movement would lead to. */
  would_be_minor: bigint;
}

/** A wallet's bound is 64-bit in PostgreSQL, as the ledger's counters are. */
const MAX_BOUND_MINOR = 2n ** 63n - 1n;

/**
 * @param balance_minor at most, credits in flight included
 */
export function creditBreach(
  limits: Limits | null,
  balance_minor: bigint,
  amount_minor: bigint,
): Breach | null {
  return breach(limits, 'max_balance_minor', balance_minor + amount_minor);
}

/**
 * @param out_today_minor what already went out on the day or is about to
 */
export function debitBreach(
  limits: Limits | null,
  out_today_minor: bigint,
  amount_minor: bigint,
): Breach | null {
  return (
    breach(limits, 'max_single_minor', amount_minor) ??
    breach(limits, 'max_daily_out_minor', out_today_minor + amount_minor)
  );
}

function breach(limits: Limits | null, limit: LimitName, would_be_minor: bigint): Breach | null {
  const limit_minor = limits?.[limit] ?? null;
  if (limit_minor === null || would_be_minor <= limit_minor) return null;
  return { limit, limit_minor, would_be_minor };
}

/** @throws AppError `overflow` when the bound could not be stored */
export function requireCountable(bound_minor: bigint): void {
  if (bound_minor > MAX_BOUND_MINOR) throw refusal('overflow', 'The wallet cannot hold a sum this large.');
}

const SENTENCES: Record<LimitName, (limit: string, would_be: string) => string> = {
  max_balance_minor: (limit, would_be) =>
    `The customer's tier lets a wallet hold at most ${limit}; it would hold ${would_be}.`,
  max_single_minor: (limit, would_be) =>
    `The customer's tier lets at most ${limit} out at once; this would be ${would_be}.`,
  max_daily_out_minor: (limit, would_be) =>
    `The customer's tier lets at most ${limit} out in a day (UTC); it would be ${would_be}.`,
};

/** The refusal that names the limit, its value and the value that would exceed it. */
export function limitRefusal({ limit, limit_minor, would_be_minor }: Breach, currency: Currency): AppError {
  const message = SENTENCES[limit](formatMoney(limit_minor, currency), formatMoney(would_be_minor, currency));
  return refusal('limit_exceeded', message, [{ path: limit, message }]);
}
