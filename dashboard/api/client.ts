/** Requests to the API, as the person who is signed in, in the project and environment shown. */
import {
  APIConnectionError,
  AuthenticationError,
  createTransport,
  UshirikaError,
  type Answer,
} from '@ushirika/sdk/transport';
import type { FileForm } from '@ushirika/sdk/form';
import type { OperationId } from '../generated/operations.ts';
import { currentPlace, type Place } from '../session/place.ts';
import {
  currentSession,
  expireSession,
  isInterrupted,
  untilResumed,
  type Session,
} from '../session/session.ts';
import { requestOf, type AnswerOf, type ApiRequest, type InputOf } from './operations.ts';
import { setReachable } from './reachable.ts';

export interface CallOptions {
  idempotency_key?: string | undefined;
  /** Media type of the answer: JSON if not given. */
  accept?: string;
  signal?: AbortSignal | undefined;
  /** A file that is uploaded. */
  form?: FileForm;
  /** For whom and where; left out: as it is now, and an interrupted session is waited for. */
  sender?: Sender;
}

/** A file may be long, and is written while it is sent. */
const FILE_WITHIN_SECONDS = 300;

/** Who sends a request, and from which project and environment. A repeated request keeps those of the first. */
export interface Sender {
  session: Session | null;
  place: Place;
}

export function currentSender(): Sender {
  return { session: currentSession(), place: currentPlace() };
}

/** The transport repeats nothing: the page repeats a request and reports it. */
const transport = createTransport({ baseUrl: window.location.origin, maxRetries: 0 });

/** @throws UshirikaError where the answer is no success or does not come */
export async function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<Answer<AnswerOf<Id>>> {
  if (options.sender) return send(id, input, { ...options, sender: options.sender });
  await untilResumed();
  try {
    return await send(id, input, { ...options, sender: currentSender() });
  } catch (error) {
    // It did nothing: the page goes on once somebody has signed in again.
    if (error instanceof AuthenticationError && isInterrupted()) return call(id, input, options);
    throw error;
  }
}

async function send<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { idempotency_key, accept, signal, form, sender }: CallOptions & { sender: Sender },
): Promise<Answer<AnswerOf<Id>>> {
  const { session } = sender;
  const { method, path, sent_query, body, key, ...route } = requestOf(id, input);
  try {
    const answer = await transport.request<AnswerOf<Id>>(method, path, {
      query: sent_query,
      body:
        form?.body ??
        (key === 'body' && idempotency_key !== undefined ? { ...(body as object), idempotency_key } : body),
      signal,
      idempotencyKey: key === 'header' ? idempotency_key : undefined,
      timeout: accept === undefined ? undefined : FILE_WITHIN_SECONDS,
      headers: {
        ...credentials(route, sender),
        ...(accept === undefined ? {} : { accept }),
        ...(form ? { 'content-type': form.content_type } : {}),
      },
    });
    setReachable(true);
    return answer;
  } catch (error) {
    if (isUnreachable(error)) setReachable(false);
    else if (error instanceof UshirikaError) setReachable(true);
    if (error instanceof AuthenticationError && session && session === currentSession()) expireSession();
    throw error;
  }
}

function credentials(
  { in_project }: Pick<ApiRequest, 'in_project'>,
  { session, place: { project_id, environment } }: Sender,
): Record<string, string> {
  if (!session) return {};
  return {
    authorization: `Bearer ${session.token}`,
    ...(project_id !== null && in_project
      ? { 'x-service-project': project_id, 'x-service-environment': environment }
      : {}),
  };
}

/** Nobody knows whether the request was carried out: it got no answer, or one that says "not now". */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof APIConnectionError) return true;
  return error instanceof UshirikaError && [502, 503, 504].includes(error.status ?? 0);
}
