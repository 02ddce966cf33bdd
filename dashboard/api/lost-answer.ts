/**
 * What a request led to whose answer got lost. Its repeat is refused where the first one was carried out: a payment that is
 * cancelled cannot be cancelled. Whether it was, what the request was about tells.
 */
import type { Answer, UshirikaError } from '@ushirika/sdk/transport';
import { call, type Method, type Sender } from './client.ts';
import { sendUntilAnswered } from './resend.ts';

/** What is known of a request that was carried out. */
export type Outcome<T> = Pick<Answer<T>, 'data'>;

/**
 * Was the request carried out whose repeat is refused now?
 * @param read for the same person, project and environment
 * @returns what its answer would have told; null where it was not carried out
 */
export type FindOutcome<T> = (refusal: UshirikaError, read: Read) => T | null | Promise<T | null>;
type Read = <R>(path: string) => Promise<R>;

/** The thing itself tells, at its own address. */
export function seenAt<T>(path: string, isAsAsked: (now: T) => boolean): FindOutcome<T> {
  return async (_refusal, read) => {
    const now = await read<T>(path);
    return isAsAsked(now) ? now : null;
  };
}

interface LostRequest<T> {
  method: Method;
  findOutcome: FindOutcome<T> | undefined;
  sender: Sender;
}

/** @throws UshirikaError the refusal, unless the request was carried out before */
export async function outcomeBefore<T>(
  refusal: UshirikaError,
  { method, findOutcome, sender }: LostRequest<T>,
): Promise<Outcome<T>> {
  // What was deleted is not there to be deleted again.
  if (method === 'DELETE' && refusal.status === 404) return { data: undefined as T };
  const read: Read = async <R>(path: string) =>
    (await sendUntilAnswered(() => call<R>('GET', path, { sender }))).data;
  // What cannot be read proves nothing.
  const data = await Promise.resolve(findOutcome?.(refusal, read)).catch(() => null);
  if (data == null) throw refusal;
  return { data };
}
