/** The client: options, the credential, and the resources. */
import { Call } from './call.ts';
import { Resources } from './extensions.ts';
import { environmentVariable, inBrowser } from './platform.ts';
import type { RequestOptions } from './resource.ts';
import { createTransport, type Fetch, type Logger } from './transport.ts';
import { Webhooks } from './webhooks.ts';

export interface ClientOptions {
  /** `ush_test_…` or `ush_live_…`; default: the environment variable USHIRIKA_API_KEY. */
  apiKey?: string | undefined;
  /** The address of the service; default: the environment variable USHIRIKA_BASE_URL. */
  baseUrl?: string | undefined;
  /** Time limit of each attempt, in seconds; default 30. */
  timeout?: number;
  /** Maximum number of retries; default 3. */
  maxRetries?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  fetch?: Fetch;
  /** Receives methods, paths, statuses and durations; never credentials, queries or bodies. */
  logger?: Logger;
  /** Allows use in a browser, where anyone can read the key. */
  dangerouslyAllowBrowser?: boolean;
}

export class Ushirika extends Resources {
  /** The environment of the key; `live` moves real money. */
  readonly environment: 'test' | 'live';
  readonly webhooks: Webhooks = new Webhooks();

  /** @throws TypeError when the key or the address is missing or invalid */
  constructor(options: ClientOptions = {}) {
    const apiKey = options.apiKey ?? environmentVariable('USHIRIKA_API_KEY');
    const baseUrl = options.baseUrl ?? environmentVariable('USHIRIKA_BASE_URL');
    if (inBrowser() && !options.dangerouslyAllowBrowser)
      throw new TypeError('In a browser anybody can read the API key: call Ushirika from your server.');
    const environment = environmentOf(apiKey);
    if (!baseUrl) throw new TypeError('Give the address of the service: baseUrl, or USHIRIKA_BASE_URL.');
    super(
      createTransport({
        ...options,
        baseUrl,
        headers: { ...options.headers, authorization: `Bearer ${apiKey}` },
      }),
    );
    this.environment = environment;
  }

  /** Is the process running? Needs no credential and does not check the database. */
  health(options?: RequestOptions): Call<{ status: string }> {
    return this._call({ verb: 'GET', path: '/health' }, [], {}, options);
  }
}

function environmentOf(key: string | undefined): 'test' | 'live' {
  if (!key) throw new TypeError('Give an API key: apiKey, or USHIRIKA_API_KEY.');
  if (key.startsWith('ush_sess_'))
    throw new TypeError('This is the token of a session; the SDK takes an API key, which a project issues.');
  const [, environment] = /^ush_(test|live)_[!-~]+$/.exec(key) ?? [];
  if (!environment)
    throw new TypeError('An API key begins with ush_test_ or ush_live_, and has no spaces or line breaks.');
  return environment as 'test' | 'live';
}
