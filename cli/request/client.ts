/** Sends requests to the API with the credential of the settings. */
import {
  createTransport,
  requireObject,
  type Answer,
  type Fetch,
  type TransportRequest,
} from '@ushirika/sdk/transport';
import { maskedHeaders, withoutSecrets } from '../output/masking.ts';
import type { Credential, Settings } from '../profiles/settings.ts';
import { tell } from '../output/terminal.ts';
import { openFetch } from './fetch.ts';

export interface Client {
  /**
   * @throws UshirikaError, also if the answer is not JSON, unless the request accepts another type; the reason of the signal
   * once it is aborted
   */
  request<T = unknown>(method: string, path: string, request?: TransportRequest): Promise<Answer<T>>;
}

/**
 * @param credential null: requests carry none
 * @param signal aborts pending requests
 */
export async function openClient(
  { url, environment, project, timeout_s, debug }: Settings,
  credential: Credential | null,
  signal: AbortSignal,
): Promise<Client> {
  const fetch = await openFetch();
  const transport = createTransport({
    baseUrl: url,
    headers: headersOf(credential, environment, project),
    timeout: timeout_s,
    fetch: debug ? logged(fetch) : fetch,
  });
  return {
    async request<T>(method: string, path: string, request: TransportRequest = {}): Promise<Answer<T>> {
      const answer = await transport.request<T>(method, path, {
        signal,
        onRetry: ({ wait_ms, error }) =>
          tell(`${error.message} Retrying in ${(wait_ms / 1_000).toFixed(1)} s.`),
        ...request,
      });
      if (request.headers?.['accept'] === undefined) requireObject(answer);
      return answer;
    },
  };
}

function headersOf(
  credential: Credential | null,
  environment: string,
  project: string | null,
): Record<string, string> {
  if (!credential) return {};
  if (credential.kind === 'api_key') return { 'x-api-key': credential.token };
  return {
    authorization: `Bearer ${credential.token}`,
    ...(project === null ? {} : { 'x-service-project': project, 'x-service-environment': environment }),
  };
}

/** Prints each request and answer on stderr. */
function logged(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { method, headers, body } = init;
    tell(`> ${method} ${withoutSecrets(url)}`);
    for (const header of maskedHeaders(new Headers(headers))) tell(`> ${header}`);
    if (typeof body === 'string') tell(`> ${withoutSecrets(body)}`);
    const response = await fetch(url, init);
    tell(`< ${response.status} ${response.statusText}`);
    for (const header of maskedHeaders(response.headers)) tell(`< ${header}`);
    const text = await response.clone().text();
    if (text !== '') tell(`< ${withoutSecrets(text)}`);
    return response;
  };
}
