/** Requests to the API, in its own names, as the person who is signed in, in the project and environment that is shown. */
import {
  APIConnectionError,
  AuthenticationError,
  createTransport,
  UshirikaError,
  type Answer,
} from '@ushirika/sdk/transport';
import { currentPlace, type Place } from '../session/place.ts';
import { currentSession, endSession, type Session } from '../session/session.ts';
import { setReachable } from './reachable.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: object | string | undefined;
  /** Sent as a header; most requests that move money carry theirs in the body. */
  idempotency_key?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** For whom and where; left out: as it is now. */
  sender?: Sender;
}

/** Who sends a request, and from which project and environment. What is repeated keeps those of its first time. */
export interface Sender {
  session: Session | null;
  place: Place;
}

export function currentSender(): Sender {
  return { session: currentSession(), place: currentPlace() };
}

/** Nothing is repeated here: what is repeated says so on the page. */
const transport = createTransport({ baseUrl: window.location.origin, maxRetries: 0 });

/** @throws UshirikaError where the answer is no success or does not come */
export async function call<T>(
  method: Method,
  path: string,
  { query, body, idempotency_key, headers = {}, signal, sender = currentSender() }: CallOptions = {},
): Promise<Answer<T>> {
  const { session } = sender;
  try {
    const answer = await transport.request<T>(method, path, {
      query,
      body,
      signal,
      idempotencyKey: idempotency_key,
      headers: { ...credentials(path, sender), ...headers },
    });
    setReachable(true);
    return answer;
  } catch (error) {
    if (isUnreachable(error)) setReachable(false);
    else if (error instanceof UshirikaError) setReachable(true);
    if (error instanceof AuthenticationError && session && session === currentSession()) endSession();
    throw error;
  }
}

function credentials(
  path: string,
  { session, place: { project_id, environment } }: Sender,
): Record<string, string> {
  if (!session) return {};
  return {
    authorization: `Bearer ${session.token}`,
    ...(project_id !== null && path.startsWith('/api/v1/')
      ? { 'x-service-project': project_id, 'x-service-environment': environment }
      : {}),
  };
}

/** Nobody knows whether the request was carried out: it got no answer, or one that says "not now". */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof APIConnectionError) return true;
  return error instanceof UshirikaError && [502, 503, 504].includes(error.status ?? 0);
}
