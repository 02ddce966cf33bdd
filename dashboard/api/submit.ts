/**
 * Sending a form so that it takes effect once. One idempotency key is made when the form opens and kept until there is an
 * answer. Without an answer the same request is sent again under the same key, for the same person, project and environment,
 * and the page reports that.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { UshirikaError } from '@ushirika/sdk/transport';
import { ROUTES, type OperationId } from '../generated/operations.ts';
import { call, currentSender, isUnreachable } from './client.ts';
import { goneIsDone, outcomeBefore, type FindOutcome, type Outcome } from './lost-answer.ts';
import type { AnswerOf, InputOf } from './operations.ts';
import { refreshAll } from './reads.ts';
import { sendUntilAnswered } from './resend.ts';
import { endTyped, unconfirmed } from '../session/keeping.ts';

type State<T> =
  | { step: 'editing' }
  | { step: 'sending' }
  /** It was sent and has no answer: it may have been carried out. */
  | { step: 'checking' }
  | { step: 'refused'; error: UshirikaError }
  | { step: 'answered'; answer: Outcome<T>; is_repeat: boolean };

/** The state of a request that a form shows. */
export interface Sending {
  /** Under way: nothing may be changed, sent or left. */
  is_busy: boolean;
  /** It was sent and got no answer, and is sent again. */
  is_checking: boolean;
  /** Why the last request was refused; null in every other state. */
  error: UshirikaError | null;
  /** Identifies the form that it sends, among those that hold what somebody has typed. */
  holder: object;
}

export interface Submission<Id extends OperationId> extends Sending {
  /** The answer to the last request; null in every other state. */
  data: AnswerOf<Id> | null;
  is_answered: boolean;
  /** The answered request was a repeat: its answer may leave out what the first one did. */
  is_repeat: boolean;
  /** Does nothing while a request is under way. @returns the answer; null where it was refused */
  submit: (input: InputOf<Id>) => Promise<Outcome<AnswerOf<Id>> | null>;
  /** Back to editing, with a new key: for the next movement. */
  restart: () => void;
}

export interface SubmitOptions<Id extends OperationId> {
  /**
   * The request would take effect again: it is not repeated without an answer, and the person checks whether it was carried
   * out. For operations that take no idempotency key and whose effect depends on how often they are sent.
   */
  once?: boolean;
  /** Called with the answer before the page is read again. */
  onAnswer?: (data: AnswerOf<Id>) => void;
  /** Needed where a repeat is refused because the request was carried out before. */
  findOutcome?: FindOutcome<AnswerOf<Id>, InputOf<Id>> | undefined;
}

/** Nobody knows whether the request was carried out, and it is not repeated. */
export class Unanswered extends UshirikaError {}

export function useSubmit<Id extends OperationId>(id: Id, options: SubmitOptions<Id> = {}): Submission<Id> {
  const [state, setState] = useState<State<AnswerOf<Id>>>({ step: 'editing' });
  const idempotency_key = useRef(crypto.randomUUID());
  const under_way = useRef(false);
  const latest = useRef(options);
  latest.current = options;
  // A closed form does not keep anybody on the page.
  useLayoutEffect(() => () => unconfirmed.end(under_way), []);

  const submit = useCallback(
    async (input: InputOf<Id>): Promise<Outcome<AnswerOf<Id>> | null> => {
      if (under_way.current) return null;
      under_way.current = true;
      unconfirmed.begin(under_way);
      const { once = false, onAnswer, findOutcome = usualOutcome<AnswerOf<Id>>(id) } = latest.current;
      const sender = currentSender();
      let is_repeat = false;
      setState({ step: 'sending' });
      try {
        const answer: Outcome<AnswerOf<Id>> = await sendUntilAnswered(
          () => call(id, input, { sender, idempotency_key: idempotency_key.current }),
          (error) => {
            if (once && isUnreachable(error)) throw new Unanswered('no answer', { cause: error });
            is_repeat ||= isUnreachable(error);
            setState({ step: 'checking' });
          },
        ).catch((refusal: unknown) => {
          if (!is_repeat) throw refusal;
          return outcomeBefore(refusal as UshirikaError, sender, (error, read) =>
            findOutcome(error, read, input),
          );
        });
        idempotency_key.current = crypto.randomUUID();
        setState({ step: 'answered', answer, is_repeat });
        endTyped(under_way);
        onAnswer?.(answer.data);
        void refreshAll();
        return answer;
      } catch (thrown) {
        const error = thrown as UshirikaError;
        // Only a refusal proves that nothing was done. After anything else, such as a defect of the service, the next try is the
        // same request.
        if (isRefusal(error)) idempotency_key.current = crypto.randomUUID();
        setState({ step: 'refused', error });
        // The page is out of date, or may be.
        if (error.status === 409 || error instanceof Unanswered) void refreshAll();
        return null;
      } finally {
        under_way.current = false;
        unconfirmed.end(under_way);
      }
    },
    [id],
  );

  const restart = useCallback(() => {
    idempotency_key.current = crypto.randomUUID();
    setState({ step: 'editing' });
  }, []);

  return {
    is_busy: state.step === 'sending' || state.step === 'checking',
    is_checking: state.step === 'checking',
    error: state.step === 'refused' ? state.error : null,
    data: state.step === 'answered' ? state.answer.data : null,
    is_answered: state.step === 'answered',
    is_repeat: state.step === 'answered' && state.is_repeat,
    holder: under_way,
    submit,
    restart,
  };
}

function usualOutcome<T>(id: OperationId): FindOutcome<T> {
  return ROUTES[id].method === 'DELETE' ? (goneIsDone as FindOutcome<T>) : () => null;
}

function isRefusal({ status = 0 }: UshirikaError): boolean {
  return status >= 400 && status < 500;
}
