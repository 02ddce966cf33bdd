/** Requests to the API, in its own names, as the person who is signed in, in the project and environment that is shown. */
import {
  APIConnectionError,
  AuthenticationError,
  createTransport,
  UshirikaError,
  type Answer,
} from '@ushirika/sdk/transport';
import { currentPlace } from '../session/place.ts';
import { currentSession, endSession } from '../session/session.ts';
import { setReachable } from './reachable.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: object | string | undefined;
  /** Sent as a header; most requests that move money carry theirs in the body. */
  idempotency_key?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
}

/** Nothing is repeated here: what is repeated says so on the page. */
const transport = createTransport({ baseUrl: window.location.origin, maxRetries: 0 });

/** @throws UshirikaError where the answer is no success or does not come */
export async function call<T>(
  method: Method,
  path: string,
  { query, body, idempotency_key, headers = {}, signal }: CallOptions = {},
): Promise<Answer<T>> {
  const session = currentSession();
  try {
    const answer = await transport.request<T>(method, path, {
      query,
      body,
      signal,
      idempotencyKey: idempotency_key,
      headers: { ...credentials(path, session?.token), ...headers },
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

function credentials(path: string, token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  const { project_id, environment } = currentPlace();
  return {
    authorization: `Bearer ${token}`,
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
