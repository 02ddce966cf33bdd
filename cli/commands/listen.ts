/** `listen`: events of the project, forwarded to a program on this machine as signed webhooks. */
import { createHmac, randomBytes } from 'node:crypto';
import { UshirikaError, writeJson, type Fetch } from '@ushirika/sdk/transport';
import { openClient, type Client } from '../request/client.ts';
import { fetchDirectly, openFetch } from '../request/fetch.ts';
import { textFlag, type Call } from '../command.ts';
import { changeProfile } from '../profiles/config-file.ts';
import { now_ms } from '../environment.ts';
import { EXIT, Interrupted, usageError, type ExitCode } from '../failure.ts';
import { exitCodeOf } from '../output/report.ts';
import { requireCredential, requireProject, resolveSettings, type Settings } from '../profiles/settings.ts';
import { confirm, emphasised, print, tell } from '../output/terminal.ts';
import { pause } from '../request/wait.ts';

const ENDPOINTS = '/api/v1/webhook-endpoints';
const WAIT_S = 20;
/** Longer than the service waits. */
const ANSWERED_WITHIN_S = 40;
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;
const FORWARD_WITHIN_MS = 10_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const DELETE_WITHIN_MS = 5_000;

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: object;
}

interface Forwarding {
  /** Null: the events are only printed. */
  url: URL | null;
  fetch: Fetch;
  secret: string;
  settings: Settings;
  signal: AbortSignal;
}

export async function run(call: Call): Promise<ExitCode> {
  const { flags, globals, signal } = call;
  const settings = await resolveSettings(globals);
  const secret = await signingSecret(settings);
  if (flags['printSecret'] === true) {
    print(settings.as_json ? JSON.stringify({ secret }) : secret);
    return EXIT.done;
  }
  const url = forwardUrl(flags);
  const credential = requireCredential(settings);
  if (credential.kind === 'session') requireProject(settings);
  if (settings.environment === 'live') {
    tell(emphasised('LIVE'));
    await confirm('Listen to live events?', settings.yes, signal);
  }
  const client = await openClient(settings, credential, signal);
  // A proxy does not reach programs on this machine.
  const fetch = url && !isLoopback(url.hostname) ? await openFetch() : fetchDirectly;
  const { data } = await client.request<{ id: string }>('POST', ENDPOINTS, {
    body: { mode: 'poll', events: eventTypes(textFlag(flags, 'events')) },
  });
  try {
    tell(`Ready. Signing secret: ${secret}`);
    await forwardAll(client, data.id, { url, fetch, secret, settings, signal });
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.done;
    throw error;
  } finally {
    await removeEndpoint(
      await openClient(settings, credential, AbortSignal.timeout(DELETE_WITHIN_MS)),
      data.id,
    );
  }
  return EXIT.done;
}

function forwardUrl(flags: Record<string, unknown>): URL | null {
  if (flags['skipForward'] === true) return null;
  const text = textFlag(flags, 'forwardTo');
  if (text === undefined) throw usageError('Required: --forward-to, or --skip-forward.');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usageError('--forward-to must be an address like http://127.0.0.1:4000/hooks.');
  const url = new URL(text);
  if (!isLoopback(url.hostname) && flags['allowRemote'] !== true)
    throw usageError(`${url.hostname} is not this machine. Give --allow-remote to send events there.`);
  return url;
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

function eventTypes(text = '*'): string[] {
  return text.split(',').map((type) => type.trim());
}

/** The secret of this profile, the same every time, so that receivers are configured once. */
async function signingSecret({ profile, profile_name }: Settings): Promise<string> {
  if (profile.listen_secret !== undefined) return profile.listen_secret;
  let secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  await changeProfile(profile_name, (changed) => {
    // Another one may have begun at the same time.
    secret = changed.listen_secret ??= secret;
  });
  return secret;
}

/** Forwards until Ctrl-C. After a broken connection it continues after the last forwarded event. */
async function forwardAll(client: Client, endpoint_id: string, forwarding: Forwarding): Promise<never> {
  let after: string | undefined;
  for (;;) {
    const polled = await poll(client, endpoint_id, after, forwarding.signal);
    for (const event of polled.events) await forward(event, forwarding);
    after = polled.next_after;
  }
}

interface Polled {
  events: Event[];
  next_after: string;
}

async function poll(
  client: Client,
  endpoint_id: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Polled> {
  for (let told = false; ;) {
    try {
      const { data } = await client.request<Polled>('GET', `${ENDPOINTS}/${endpoint_id}/events`, {
        query: { after, wait_seconds: WAIT_S },
        timeout: ANSWERED_WITHIN_S,
        // This loop retries without limit.
        maxRetries: 0,
      });
      if (told) tell('Connected again.');
      return data;
    } catch (error) {
      const is_temporary = error instanceof UshirikaError && exitCodeOf(error) === EXIT.unavailable;
      if (!is_temporary) throw error;
      if (!told) tell(`${error.message} Retrying until it is available again.`);
      told = true;
      await pause(BETWEEN_TRIES_MS, signal);
    }
  }
}

/** Tries a few times and prints the outcome; a failure does not stop the following events. */
async function forward(event: Event, forwarding: Forwarding): Promise<void> {
  const { url, settings, signal } = forwarding;
  const facts = { event: event.id, type: event.type };
  if (!url) {
    print(settings.as_json ? JSON.stringify({ ...facts, status: null }) : `--> ${event.type} ${event.id}`);
    return;
  }
  const { type, timestamp, data } = event;
  const body = writeJson({ type, timestamp, data });
  for (let tries = 1; ; tries++) {
    const started = performance.now();
    const result = await post(url, event.id, body, forwarding);
    const duration_ms = Math.round(performance.now() - started);
    const delivered = result.status !== null && result.status >= 200 && result.status < 300;
    if (!delivered && tries < TRIES) {
      await pause(BETWEEN_TRIES_MS, signal);
      continue;
    }
    const outcome = result.status ?? result.error;
    print(
      settings.as_json
        ? JSON.stringify({ ...facts, ...result, url: url.href, tries, duration_ms })
        : `--> ${event.type} ${event.id}  <-- ${outcome} POST ${url.href} ${duration_ms} ms`,
    );
    return;
  }
}

async function post(
  url: URL,
  id: string,
  body: string,
  { fetch, secret, signal }: Forwarding,
): Promise<{ status: number | null; error: string | null }> {
  const timestamp_s = Math.floor(now_ms() / 1_000);
  try {
    const response = await fetch(url.href, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_WITHIN_MS)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Ushirika-Webhooks/1.0',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signature(secret, id, timestamp_s, body),
      },
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    signal.throwIfAborted();
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { status: null, error: cause?.code ?? message };
  }
}

/** The signature of Standard Webhooks 1.0. */
function signature(secret: string, id: string, timestamp_s: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp_s}.${body}`).digest('base64')}`;
}

/** Errors are ignored: the service deletes an idle endpoint after a day. */
async function removeEndpoint(client: Client, id: string): Promise<void> {
  await client.request('DELETE', `${ENDPOINTS}/${id}`, { maxRetries: 0 }).catch(() => undefined);
}
