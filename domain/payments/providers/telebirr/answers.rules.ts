/** What telebirr's answers mean. Pure; numbers come as their text. */
import { given } from '../../../../core/given.ts';
import { amountOf, lookUp, sanitize, textOf } from '../answer-text.rules.ts';
import type { ProviderRefund, ProviderStatus } from '../provider.port.ts';

type Fields = Record<string, unknown>;

/** Queries and notifications name the same statuses differently; the names of the browser's return occur in either. */
const STATUSES: Record<string, ProviderStatus['status']> = {
  PAY_SUCCESS: 'completed',
  PAY_FAILED: 'failed',
  PAY_CANCEL: 'cancelled',
  ORDER_CLOSED: 'failed',
  WAIT_PAY: 'pending',
  PAYING: 'processing',
  ACCEPTED: 'processing',
  // The payment was made; the status of its refund is fetched with the refund.
  REFUNDING: 'completed',
  REFUND_SUCCESS: 'completed',
  REFUND_FAILED: 'completed',
  COMPLETED: 'completed',
  FAILURE: 'failed',
  PENDING: 'processing',
};

const REFUND_STATUSES: Record<string, ProviderRefund['status']> = {
  REFUND_SUCCESS: 'succeeded',
  REFUNDING: 'pending',
  REFUND_FAILED: 'failed',
};

/** The gateway cannot reach its own services; the request may be repeated. */
const TRANSIENT_CODES = new Set(['49401024991']);

/** What telebirr refused, and why. */
export interface Refusal {
  code: string;
  message: string;
  /** False for a transient one, and where the answer says nothing about the request: it may have been carried out. */
  is_final: boolean;
}

/** The snake_case or the camelCase spelling of a field: both are seen. */
export function fieldOf(fields: Fields, name: string): string | null {
  return (
    textOf(fields[name]) ??
    textOf(fields[name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())])
  );
}

/** What the answer is about. */
export function contentOf(answer: Fields): Fields {
  const content = answer['biz_content'] ?? answer['bizContent'];
  return typeof content === 'object' && content !== null ? (content as Fields) : {};
}

/**
 * @param expected the field of the content that no refusal has: with it, the code may be missing
 * @returns null when the answer is none
 */
export function refusalIn(answer: Fields, expected: string): Refusal | null {
  const code = textOf(answer['code']);
  const result = textOf(answer['result']);
  const succeeded = result?.toUpperCase() === 'SUCCESS';
  if (succeeded && (code === '0' || (code === null && fieldOf(contentOf(answer), expected) !== null)))
    return null;
  const said = fieldOf(answer, 'error_code') ?? code ?? '';
  const says_why = said !== '' && said !== '0';
  return {
    code: said,
    is_final: says_why ? !TRANSIENT_CODES.has(said) : result !== null && !succeeded,
    message: sanitize(
      fieldOf(answer, 'error_msg') ?? textOf(answer['msg']) ?? `refused with code ${said || 'unknown'}`,
    ),
  };
}

/** The access token is not, or no longer, one of the gateway's. Some gateways say so in the answer alone. */
export function refusesToken({ status_code, body }: { status_code: number; body: Fields }): boolean {
  if (status_code === 401 || status_code === 403) return true;
  const message = fieldOf(body, 'error_msg') ?? '';
  return /\btoken\b/i.test(message) && /expired|invalid/i.test(message);
}

/** The same id was used before: the status of that order or refund must be fetched. */
export function isDuplicate({ code, message }: Refusal): boolean {
  return /duplicat|already exist/i.test(`${code} ${message}`);
}

/** telebirr has no such order. */
export function isNotFound({ message }: Refusal): boolean {
  return /not (exist|found)|no such order/i.test(message);
}

/** @returns null for an unknown status, also for `Expired`, which is no failure according to the portal */
export function statusOf(name: string | null): ProviderStatus['status'] | null {
  return lookUp(STATUSES, name?.toUpperCase() ?? '');
}

/** The name of an order's status. */
export function statusName(content: Fields): string | null {
  return fieldOf(content, 'order_status') ?? fieldOf(content, 'trade_status');
}

/** An order that was asked for; amount, currency and order id are null where they cannot be read. */
export function readOrder(content: Fields): ProviderStatus {
  const name = statusName(content);
  const known = statusOf(name);
  const status = known ?? 'pending';
  const failure_code = name?.toUpperCase() === 'ORDER_CLOSED' ? 'expired' : 'declined';
  return {
    status,
    amount_minor: amountOf(fieldOf(content, 'total_amount')),
    currency: fieldOf(content, 'trans_currency'),
    reference: fieldOf(content, 'merch_order_id'),
    ...given({
      unknown_status: known ? null : sanitize(name ?? ''),
      provider_txn_id: transactionId(content),
      failure_code: status === 'cancelled' ? 'cancelled' : status === 'failed' ? failure_code : null,
    }),
  };
}

/** The id that telebirr's statement shows; before the payer has paid there is only that of the order. */
export function transactionId(fields: Fields): string | null {
  return fieldOf(fields, 'trans_id') ?? fieldOf(fields, 'payment_order_id');
}

/** @returns null for one that was asked for before, and for a status that is not known */
export function refundStatusOf(name: string | null): ProviderRefund['status'] | null {
  return lookUp(REFUND_STATUSES, name?.toUpperCase() ?? '');
}

/** The lifetime of a token whose end is not in the future: the dates' time zone is not documented. */
const UNCERTAIN_TOKEN_S = 300;

/**
 * How long a token can be used, from dates like 20260131235959, read as UTC. Where they are of another zone the token's own
 * span is right all the same, so the shorter of both counts.
 */
export function tokenLife_s(answer: Fields, now_ms: number): number {
  const ends_ms = dateIn(fieldOf(answer, 'expiration_date'));
  const begins_ms = dateIn(fieldOf(answer, 'effective_date'));
  const left_s = ends_ms === null ? 0 : Math.floor((ends_ms - now_ms) / 1_000);
  if (left_s <= 0) return UNCERTAIN_TOKEN_S;
  const span_s = ends_ms === null || begins_ms === null ? 0 : Math.floor((ends_ms - begins_ms) / 1_000);
  return span_s > 0 ? Math.min(left_s, span_s) : left_s;
}

function dateIn(text: string | null): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text ?? '')?.map(Number) ?? [];
  if (year === undefined || month === undefined) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
