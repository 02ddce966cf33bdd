/**
 * The outcome of a request whose answer was lost. Its repeat is refused where the first one was carried out: a cancelled payment
 * cannot be cancelled again. The thing itself, read again, shows whether it was.
 */
import type { Answer, UshirikaError } from '@ushirika/sdk/transport';
import type { OperationId } from '../generated/operations.ts';
import { call, type Sender } from './client.ts';
import type { AnswerOf, InputOf } from './operations.ts';
import { sendUntilAnswered } from './resend.ts';

/** What is known of a request that was carried out. */
export type Outcome<T> = Pick<Answer<T>, 'data'>;

/**
 * Was the request carried out whose repeat is refused now?
 * @param read for the same person, project and environment
 * @param input of the request
 * @returns null where it was not carried out
 */
export type FindOutcome<T, Input = unknown> = (
  refusal: UshirikaError,
  read: Read,
  input: Input,
) => Outcome<T> | null | Promise<Outcome<T> | null>;
type Read = <Id extends OperationId>(id: Id, input: InputOf<Id>) => Promise<AnswerOf<Id>>;

/** Reads the thing itself. @param isAsAsked is it in the state that the request asked for? */
export function seenAt<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  isAsAsked: (now: AnswerOf<Id>) => boolean,
): FindOutcome<AnswerOf<Id>> {
  return async (_refusal, read) => {
    const data = await read(id, input);
    return isAsAsked(data) ? { data } : null;
  };
}

/** @throws UshirikaError the refusal, unless `findOutcome` finds that the request was carried out before */
export async function outcomeBefore<T>(
  refusal: UshirikaError,
  sender: Sender,
  findOutcome: (refusal: UshirikaError, read: Read) => ReturnType<FindOutcome<T>>,
): Promise<Outcome<T>> {
  const read: Read = async (id, input) => (await sendUntilAnswered(() => call(id, input, { sender }))).data;
  // What cannot be read proves nothing.
  const outcome = await Promise.resolve(findOutcome(refusal, read)).catch(() => null);
  if (!outcome) throw refusal;
  return outcome;
}

/** What is deleted or declined is gone, and cannot be so again. */
export const goneIsDone: FindOutcome<undefined> = ({ status }) =>
  status === 404 ? { data: undefined } : null;
