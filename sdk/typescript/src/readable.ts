/** Detects successful answers that are not from the API, but for example from a gateway or another service. */
import { UshirikaError, type ErrorFacts } from './errors.ts';

const NO_CONTENT = 204;

type Facts = ErrorFacts & { status: number };

/** @throws UshirikaError unless the answer is a JSON object, or empty with status 204 */
export function requireObject(answer: Facts & { data: unknown }): void {
  const { data, status } = answer;
  const is_object = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!is_object && status !== NO_CONTENT) throw unreadable(answer, 'it is not a JSON object');
}

export function unreadable(
  { status, requestId, attempts, idempotencyKey }: Facts,
  why: string,
): UshirikaError {
  return new UshirikaError(`The answer with status ${status} cannot be read: ${why}.`, {
    status,
    requestId,
    attempts,
    idempotencyKey,
  });
}
