/** One call to a sender's system. Nothing is assumed of a call without an answer: the message may have been taken. */
import {
  AddressRefused,
  callUrl,
  type OutboundAnswer,
  type OutboundRequest,
} from '../../../core/http-client.ts';
import type { SendOutcome } from './sender.port.ts';

/** Answers have a few hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** System calls before a connection is there. */
const BEFORE_CONNECTED = new Set(['connect', 'getaddrinfo']);
/** Refused before anything was done with it: credentials that will be corrected, and limits. */
const NOT_TAKEN = new Set([401, 403, 425, 429]);

export type SenderRequest = Pick<OutboundRequest, 'headers' | 'body' | 'deadline_ms' | 'public_only'>;

/**
 * @param readTaken what an answer with 2xx says
 * @returns the outcome; never throws
 */
export async function callSender(
  url: string,
  request: SenderRequest,
  readTaken: (body: string) => SendOutcome,
): Promise<SendOutcome> {
  try {
    const { status_code, headers, body } = await callUrl(new URL(url), {
      ...request,
      method: 'POST',
      max_answer_bytes: MAX_ANSWER_BYTES,
    });
    const reason = `The sender answered ${status_code}.`;
    if (status_code >= 200 && status_code < 300) return readTaken(body.toString('utf8'));
    if (NOT_TAKEN.has(status_code) || isBusy(status_code, headers)) return { status: 'not_taken', reason };
    return { status: status_code >= 400 && status_code < 500 ? 'failed' : 'unknown', reason };
  } catch (error) {
    if (error instanceof AddressRefused)
      return { status: 'failed', reason: 'The name of the sender is unknown, or its address is not public.' };
    return wasNeverSent(error)
      ? { status: 'not_taken', reason: 'The sender could not be reached.' }
      : { status: 'unknown', reason: 'The sender gave no answer.' };
  }
}

/** It says when to come again; without that, a 503 may come from a proxy whose server took the message. */
function isBusy(status_code: number, headers: OutboundAnswer['headers']): boolean {
  return status_code === 503 && headers['retry-after'] !== undefined;
}

/** There was no connection, or none with a certificate that is trusted. */
function wasNeverSent(error: unknown): boolean {
  // A name with several addresses: each was tried.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(wasNeverSent);
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return BEFORE_CONNECTED.has(syscall) || /CERT|SIGNATURE/.test(code);
}
