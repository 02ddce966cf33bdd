/** `status`: availability, readiness and version of the service, and the difference of the clocks. */
import type { Call } from '../command.ts';
import { now_ms } from '../environment.ts';
import { CliError, EXIT, type ExitCode } from '../failure.ts';
import { printFacts } from '../output/results.ts';
import { resolveSettings, type Settings } from '../profiles/settings.ts';
import { openFetch } from '../request/fetch.ts';
import { VERSION } from '../version.ts';

/** The header has whole seconds, and the request takes time. */
const UNNOTICED_S = 2;

export async function run({ globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const health = await ask(settings, '/health', signal);
  const ready = await ask(settings, '/ready', signal);
  const version = await ask(settings, '/api/version', signal);
  const { checks = {} } = ready.body as { checks?: Record<string, string> };
  const { version: service_version = null, commit = null } = version.body as {
    version?: string;
    commit?: string | null;
  };
  if (version.status === 200 && service_version === null)
    throw new CliError(EXIT.unavailable, `The server at ${settings.url} is not Ushirika.`);
  printFacts(
    {
      url: settings.url,
      health: health.status === 200 ? 'ok' : 'unavailable',
      ready: ready.status === 200,
      ...checks,
      version: service_version,
      commit,
      cli_version: VERSION,
      clock_difference_seconds: health.clock_difference_s,
    },
    settings.as_json,
  );
  return ready.status === 200 ? EXIT.done : EXIT.unavailable;
}

interface Asked {
  status: number;
  body: object;
  /** How far this machine's clock was ahead when the answer came; 0 if unknown or too small to tell. */
  clock_difference_s: number;
}

/** Without the transport: a service that is not ready answers 503 with details, which the transport would retry. */
async function ask({ url, timeout_s }: Settings, path: string, signal: AbortSignal): Promise<Asked> {
  const fetch = await openFetch();
  try {
    const response = await fetch(url + path, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_s * 1_000)]),
    });
    const clock_difference_s = clockDifference_s(response.headers.get('date'));
    const body = (await response.json().catch(() => ({}))) as object;
    return { status: response.status, body, clock_difference_s };
  } catch (error) {
    signal.throwIfAborted();
    const { message, cause } = error as Error & { cause?: { code?: string } };
    throw new CliError(EXIT.unavailable, `Nothing answers at ${url}: ${cause?.code ?? message}.`);
  }
}

/** How far this machine's clock is ahead of the service's, in seconds; 0 if unknown or too small to tell. */
function clockDifference_s(date: string | null): number {
  const seconds = date === null ? 0 : Math.round((now_ms() - Date.parse(date)) / 1_000);
  return Math.abs(seconds) <= UNNOTICED_S ? 0 : seconds;
}
