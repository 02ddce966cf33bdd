/** `login`: signs in and stores the session, or an API key, for the address. */
import { UshirikaError } from '@ushirika/sdk/transport';
import { openClient, type Client } from '../../request/client.ts';
import { textFlag, type Call } from '../../command.ts';
import { changeProfile, type Profile } from '../../profiles/config-file.ts';
import { EXIT, usageError, type ExitCode } from '../../failure.ts';
import { printFacts } from '../../output/results.ts';
import { addressOf, DEFAULT_URL, resolveSettings, type Settings } from '../../profiles/settings.ts';
import { ask, askSecretly, isInteractive, readStdin, tell } from '../../output/terminal.ts';
import { identityOf, requireKnown } from '../../profiles/identity.ts';

interface Session {
  user: { id: string; email: string; name: string };
  token: string;
  expires_at: string;
}

interface Project {
  id: string;
  name: string;
}

export async function run(call: Call): Promise<ExitCode> {
  const settings = await resolveSettings(await withAddress(call));
  const kept =
    call.globals.apiKey === undefined ? await signIn(call, settings) : await keepKey(call, settings);
  await changeProfile(settings.profile_name, (profile) => {
    profile.url = settings.url;
    if (call.globals.environment !== undefined) profile.environment = call.globals.environment;
    delete profile.project;
    Object.assign(profile, kept);
  });
  const now = await resolveSettings({ ...call.globals, apiKey: undefined, url: settings.url });
  printFacts(identityOf(now), settings.as_json);
  return EXIT.done;
}

async function withAddress({ globals, signal }: Call): Promise<Call['globals']> {
  const { profile, url } = await resolveSettings({ ...globals, apiKey: undefined });
  const is_known = globals.url !== undefined || profile.url !== undefined || url !== addressOf(DEFAULT_URL);
  if (is_known || !isInteractive()) return globals;
  const answer = await ask(`Address of the service [${url}]: `, '--url', signal);
  return answer === '' ? globals : { ...globals, url: answer };
}

async function keepKey({ signal }: Call, settings: Settings): Promise<Partial<Profile>> {
  const { credential, url } = settings;
  if (!credential) throw usageError('No API key was given.');
  await requireKnown(await openClient(settings, credential, signal), credential);
  return { credential: { kind: 'api_key', token: credential.token, url } };
}

async function signIn(call: Call, settings: Settings): Promise<Partial<Profile>> {
  const { flags, globals, signal } = call;
  const email = textFlag(flags, 'email') ?? (await ask('E-mail: ', '--email', signal));
  const password =
    flags['passwordStdin'] === true
      ? (await readStdin()).replace(/\r?\n$/, '')
      : await askSecretly('Password: ', '--password-stdin', signal);
  const client = await openClient(settings, null, signal);
  const session = await requestSession(client, call, { email, password, ...codeOf(textFlag(flags, 'code')) });
  const { token, expires_at } = session;
  const credential = {
    kind: 'session',
    token,
    url: settings.url,
    email: session.user.email,
    expires_at,
  } as const;
  const signed_in = await openClient(settings, credential, signal);
  const { data } = await signed_in.request<{ projects: Project[] }>('GET', '/api/auth/me');
  const project = await chooseProject(data.projects, globals.project, signal);
  return { credential, ...(project ? { project: { id: project.id, name: project.name } } : {}) };
}

function codeOf(code: string | undefined): { code?: string } {
  return code === undefined ? {} : { code };
}

async function requestSession(
  client: Client,
  { signal }: Call,
  body: { email: string; password: string; code?: string },
): Promise<Session> {
  try {
    return (await client.request<Session>('POST', '/api/auth/login', { body })).data;
  } catch (error) {
    const needs_code = error instanceof UshirikaError && (error.reason as string) === 'totp_required';
    if (!needs_code || body.code !== undefined || !isInteractive()) throw error;
    const code = await ask('Code of the authenticator app: ', '--code', signal);
    return (await client.request<Session>('POST', '/api/auth/login', { body: { ...body, code } })).data;
  }
}

async function chooseProject(
  projects: readonly Project[],
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Project | null> {
  if (wanted !== undefined) {
    const found = projects.find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw usageError(`You are not in a project ${wanted}.`);
    return found;
  }
  if (projects.length <= 1) return projects[0] ?? null;
  for (const [i, { id, name }] of projects.entries()) tell(`${i + 1}  ${name}  ${id}`);
  const answer = await ask('Which project? ', '--project', signal);
  const chosen = projects[Number(answer) - 1] ?? projects.find(({ id, name }) => [id, name].includes(answer));
  if (!chosen) throw usageError(`There is no project ${answer}.`);
  return chosen;
}
