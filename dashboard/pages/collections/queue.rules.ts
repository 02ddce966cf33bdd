/**
 * Cash that an officer took in the field and that this device keeps until the service has booked it: which is sent next, what an
 * answer means, and what is left to collect. Pure.
 */
import type { Entry } from '../../generated/wire.ts';

/** Whose, and where it is booked. */
export interface Owner {
  user_id: string;
  project_id: string;
  environment: string;
}

/** A repayment taken in cash. */
export interface Taken extends Owner {
  /** The idempotency key of its request, made once. */
  id: string;
  loan_id: string;
  member_no: string;
  full_name: string;
  amount_minor: number;
  currency: string;
  /** RFC 3339, by this device. */
  taken_at: string;
  state: 'waiting' | 'sent' | 'refused';
  /** When the service answered. */
  answered_at: string | null;
  /** Once it is booked. */
  entry_id: string | null;
  /** Why it was refused: a word of the API, and a sentence. */
  error: string | null;
  reason: string | null;
}

/** What became of a request. */
export type Result =
  | { outcome: 'booked'; entry_id: string }
  | { outcome: 'refused'; error: string | null; reason: string }
  /** Not decided: the same request is sent again, and others of other loans before it. */
  | { outcome: 'later' }
  /** Nothing more can be sent now. */
  | { outcome: 'stop' };

/** More are not taken until some are booked. */
export const MAX_KEPT = 200;
/** Of those that are booked, which are kept for a look. */
const MAX_SENT = 100;
const SENT_FOR_MS = 12 * 3_600_000;

export function byTime(taken: readonly Taken[]): Taken[] {
  return taken.toSorted((a, b) => (`${a.taken_at} ${a.id}` < `${b.taken_at} ${b.id}` ? -1 : 1));
}

/** What the service has not booked: it waits, or was refused. */
export function notBooked(taken: readonly Taken[]): Taken[] {
  return taken.filter(({ state }) => state !== 'sent');
}

export function mayTake(taken: readonly Taken[]): boolean {
  return notBooked(taken).length < MAX_KEPT;
}

/** In the order in which it was taken. @param passed loans whose turn is over for now */
export function nextToSend(taken: readonly Taken[], passed: ReadonlySet<string>): Taken | undefined {
  return byTime(taken).find(({ state, loan_id }) => state === 'waiting' && !passed.has(loan_id));
}

const UNDECIDED = new Set<string>(['pending', 'posting', 'awaiting_approval']);

/** @param entry as the request was answered */
export function resultOf({
  id,
  status,
  error,
  reason,
}: Pick<Entry, 'id' | 'status' | 'error' | 'reason'>): Result {
  if (UNDECIDED.has(status)) return { outcome: 'later' };
  if (status === 'posted') return { outcome: 'booked', entry_id: id };
  return { outcome: 'refused', error, reason: reason ?? status };
}

interface Failure {
  status?: number | undefined;
  reason?: string | undefined;
  message: string;
}

/** The session has ended, the service takes no more for now, or does not answer. */
const NOT_NOW = new Set([401, 408, 429, 502, 503, 504]);

export function resultOfFailure({ status, reason, message }: Failure): Result {
  if (status === undefined || NOT_NOW.has(status)) return { outcome: 'stop' };
  if (status < 400 || status >= 500) return { outcome: 'later' };
  return { outcome: 'refused', error: reason ?? null, reason: message };
}

/** @param at RFC 3339 */
export function afterResult(taken: Taken, result: Result, at: string): Taken {
  if (result.outcome === 'booked')
    return { ...taken, state: 'sent', answered_at: at, entry_id: result.entry_id };
  if (result.outcome === 'refused')
    return { ...taken, state: 'refused', answered_at: at, error: result.error, reason: result.reason };
  return taken;
}

/** What was refused, to be sent as a new request. @param id a new key: the old one belongs to the refusal */
export function again(taken: Taken, id: string): Taken {
  return { ...taken, id, state: 'waiting', answered_at: null, error: null, reason: null };
}

/** What was booked long ago, or so much of it that the device need not keep it. */
export function outdated(taken: readonly Taken[], now_ms: number): Taken[] {
  const sent = byTime(taken.filter(({ state }) => state === 'sent'));
  return sent.filter(
    ({ answered_at }, index) =>
      index < sent.length - MAX_SENT || now_ms - Date.parse(answered_at ?? '') > SENT_FOR_MS,
  );
}

export function sumOf(taken: readonly Taken[]): bigint {
  return taken.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n);
}

/** Of one loan: what was taken and is not in the amounts of a list yet. @param read_at_ms when the list was read */
export function takenSince(taken: readonly Taken[], loan_id: string, read_at_ms: number): Taken[] {
  return taken.filter(
    (each) =>
      each.loan_id === loan_id &&
      (each.state === 'waiting' ||
        (each.state === 'sent' && Date.parse(each.answered_at ?? '') > read_at_ms)),
  );
}

/** @param to_collect_minor of the loan, as the list says */
export function leftToCollect(to_collect_minor: number | bigint, since: readonly Taken[]): bigint {
  const left = BigInt(to_collect_minor) - sumOf(since);
  return left > 0n ? left : 0n;
}

interface Borrower {
  member_no: string;
  full_name: string;
  phone: string | null;
}

/** Is every word of the text in the number, the name or the phone? */
export function matches({ member_no, full_name, phone }: Borrower, text: string): boolean {
  const all = `${member_no} ${full_name} ${phone ?? ''}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
