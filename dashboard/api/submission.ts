/**
 * Sending a form so that it takes effect once. One idempotency key is made when the form opens and kept until there is an
 * answer; without one the same request is sent again and again under the same key, for the same person, project and environment,
 * and the page says so.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { UshirikaError } from '@ushirika/sdk/transport';
import { call, currentSender, isUnreachable, type Method } from './client.ts';
import { outcomeBefore, type FindOutcome, type Outcome } from './lost-answer.ts';
import { refreshAll } from './reads.ts';
import { sendUntilAnswered } from './resend.ts';
import { beginWaiting, endWaiting } from './unconfirmed.ts';

export type SubmissionState<T> =
  | { step: 'editing' }
  | { step: 'sending' }
  /** It was sent, and no answer has come: it may have been carried out. */
  | { step: 'checking' }
  | { step: 'refused'; error: UshirikaError }
  | {
      step: 'answered';
      answer: Outcome<T>;
      /** It was sent before and got no answer: what that one did, this answer may leave out. */
      is_repeat: boolean;
    };

export interface SubmissionRequest<T> {
  method?: Method;
  path: string;
  /** Text is JSON already: amounts that a number would round. */
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
  /** Where a repeat would be refused because the request was carried out before. */
  findOutcome?: FindOutcome<T>;
}

export interface Submission<T> {
  state: SubmissionState<T>;
  /** Under way: nothing may be changed, sent or left. */
  is_busy: boolean;
  /** Why the last request was refused; null in every other state. */
  error: UshirikaError | null;
  /** What the last request was answered with; null in every other state. */
  data: T | null;
  /** Does nothing while one is under way. @returns the answer; null where it was refused */
  submit: (request: SubmissionRequest<T>) => Promise<Outcome<T> | null>;
  /** Back to editing, with a new key: for the next movement. */
  restart: () => void;
}

export interface SubmissionOptions<T> {
  /**
   * Where the idempotency key goes. `none`: the request itself has the same effect however often it is sent. `once`: it would take
   * effect again, so that without an answer the person looks whether it did.
   */
  key?: 'body' | 'header' | 'none' | 'once';
  /** Called with the answer before what is shown is read anew. */
  onAnswer?: (data: T) => void;
}

/** Nobody knows whether it was carried out, and it is not sent again by itself. */
export class Unanswered extends UshirikaError {}

export function useSubmission<T>({ key = 'body', onAnswer }: SubmissionOptions<T> = {}): Submission<T> {
  const [state, setState] = useState<SubmissionState<T>>({ step: 'editing' });
  const idempotency_key = useRef(crypto.randomUUID());
  const under_way = useRef(false);
  const is_busy = state.step === 'sending' || state.step === 'checking';
  // A form that is gone keeps nobody from leaving.
  useLayoutEffect(() => () => endWaiting(under_way), []);

  const submit = useCallback(
    async ({ method = 'POST', path, body, headers, findOutcome }: SubmissionRequest<T>) => {
      if (under_way.current) return null;
      under_way.current = true;
      beginWaiting(under_way);
      let is_repeat = false;
      const sender = currentSender();
      setState({ step: 'sending' });
      try {
        const answer: Outcome<T> = await sendUntilAnswered(
          () =>
            call<T>(method, path, {
              headers,
              sender,
              ...(key === 'body'
                ? { body: { ...(body as object | undefined), idempotency_key: idempotency_key.current } }
                : { body: body ?? (method === 'POST' ? {} : undefined) }),
              ...(key === 'header' ? { idempotency_key: idempotency_key.current } : {}),
            }),
          (error) => {
            if (key === 'once' && isUnreachable(error)) throw new Unanswered('no answer', { cause: error });
            is_repeat ||= isUnreachable(error);
            setState({ step: 'checking' });
          },
        ).catch((refusal: unknown) => {
          if (!is_repeat) throw refusal;
          return outcomeBefore(refusal as UshirikaError, { method, findOutcome, sender });
        });
        idempotency_key.current = crypto.randomUUID();
        setState({ step: 'answered', answer, is_repeat });
        onAnswer?.(answer.data);
        void refreshAll();
        return answer;
      } catch (thrown) {
        const error = thrown as UshirikaError;
        // Only a refusal says that nothing was done. After anything else, a defect of the service for instance, the next try is
        // the same request.
        if (isRefusal(error)) idempotency_key.current = crypto.randomUUID();
        setState({ step: 'refused', error });
        // What is shown was no longer so, or nobody knows.
        if (error.status === 409 || error instanceof Unanswered) void refreshAll();
        return null;
      } finally {
        under_way.current = false;
        endWaiting(under_way);
      }
    },
    [key, onAnswer],
  );

  const restart = useCallback(() => {
    idempotency_key.current = crypto.randomUUID();
    setState({ step: 'editing' });
  }, []);

  return {
    state,
    is_busy,
    error: state.step === 'refused' ? state.error : null,
    data: state.step === 'answered' ? state.answer.data : null,
    submit,
    restart,
  };
}

function isRefusal({ status = 0 }: UshirikaError): boolean {
  return status >= 400 && status < 500;
}
