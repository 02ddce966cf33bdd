/** Prepares, confirms and sends the request of an operation. */
import { quoteForShell } from './arguments.ts';
import type { Answer } from '@ushirika/sdk/transport';
import { buildRequest, type BuiltRequest } from './build-request.ts';
import { openClient, type Client } from './client.ts';
import type { Call, OperationRow } from '../command.ts';
import { isOutcomeUnknown } from '../output/report.ts';
import { OPERATIONS } from '../generated/operations.ts';
import { withoutKey, withoutSecrets } from '../output/masking.ts';
import { withMemberIds } from './member-numbers.ts';
import type { OperationFacts } from '../operation-facts.ts';
import {
  requireCredential,
  requireProject,
  requireSession,
  resolveSettings,
  type Credential,
  type Settings,
} from '../profiles/settings.ts';
import { confirm, emphasised, tell } from '../output/terminal.ts';

/** Everything that the command of an operation needs. */
export interface Prepared {
  call: Call;
  row: OperationRow;
  facts: OperationFacts;
  settings: Settings;
  client: Client;
  built: BuiltRequest;
}

/** @param fixed fields that the command fills, in addition to those of its row @throws CliError */
export async function prepare(call: Call, row: OperationRow, fixed: object = {}): Promise<Prepared> {
  const facts = OPERATIONS[row.operation];
  const settings = await resolveSettings(call.globals);
  const built = await buildRequest(facts, {
    ids: idsOf(facts, call.args, settings),
    flags: call.flags,
    environment: settings.environment,
    is_environment_given: settings.is_environment_given,
    fixed: { ...placesOf(row, facts, call.args), ...row.fixed, ...fixed },
  });
  const client = await openClient(settings, credentialFor(facts, settings), call.signal);
  const request = await withMemberIds(built.request, client);
  return { call, row, facts, settings, client, built: { ...built, request } };
}

function credentialFor(facts: OperationFacts, settings: Settings): Credential | null {
  if (facts.access === 'none') return null;
  if (facts.access !== 'any') return requireSession(settings);
  const credential = requireCredential(settings);
  if (credential.kind === 'session') requireProject(settings);
  return credential;
}

function idsOf({ ids }: OperationFacts, args: readonly string[], settings: Settings): string[] {
  let at = 0;
  return ids.map(({ name }) => (name === 'project' ? requireProject(settings) : (args[at++] ?? '')));
}

function placesOf(row: OperationRow, facts: OperationFacts, args: readonly string[]): Record<string, string> {
  const first = facts.ids.filter(({ name }) => name !== 'project').length;
  return Object.fromEntries(
    (row.places ?? []).flatMap((name, i) => {
      const value = args[first + i];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Sends the request after confirmation. @throws CliError when the user declines; UshirikaError */
export async function send<T = unknown>(prepared: Prepared): Promise<Answer<T>> {
  const { facts, client, built, call } = prepared;
  await askFirst(prepared);
  try {
    return await client.request<T>(facts.method, built.path, built.request);
  } catch (error) {
    if (built.key !== null && isOutcomeUnknown(error)) tellHowToRepeat(built.key, call.argv);
    throw error;
  }
}

/** Asks before a change in live, and before a deletion. */
async function askFirst({ facts, row, settings, built, call }: Prepared): Promise<void> {
  if (facts.method === 'GET' || row.harmless || call.flags['dryRun'] === true) return;
  const in_live = facts.access !== 'none' && environmentOf(built, settings) === 'live';
  if (in_live) tell(emphasised('LIVE'));
  if (!in_live && facts.method !== 'DELETE') return;
  const what = withoutSecrets(commandLine(withoutKey(call.argv)));
  await confirm(`${what}: continue${in_live ? ' in live' : ''}?`, settings.yes, call.signal);
}

/** The environment in the request, otherwise in the settings. */
function environmentOf({ request }: BuiltRequest, settings: Settings): string {
  const body = typeof request.body === 'object' ? (request.body as Record<string, unknown>) : {};
  const requested = request.query?.['environment'] ?? body['environment'];
  return typeof requested === 'string' ? requested : settings.environment;
}

function tellHowToRepeat(key: string, argv: readonly string[]): void {
  const has_key = argv.some((word) => word.startsWith('--idempotency-key'));
  const again = [...withoutKey(argv), ...(has_key ? [] : ['--idempotency-key', key])];
  tell(`It is unknown whether this was done. Idempotency key: ${key}`);
  tell(`To repeat it safely: ${commandLine(again)}`);
}

function commandLine(argv: readonly string[]): string {
  return ['ushirika', ...argv].map(quoteForShell).join(' ');
}
