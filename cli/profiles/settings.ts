/** The settings of a command: from its flags, otherwise the environment, otherwise the profile. */
import { environmentVariable } from '../environment.ts';
import { readConfig, type Profile } from './config-file.ts';
import { CliError, EXIT, usageError } from '../failure.ts';
import { readStdin } from '../output/terminal.ts';

export const DEFAULT_URL = 'http://127.0.0.1:3000';
const KEY_ENVIRONMENT = /^ush_(test|live)_/;

/** The flags that every command takes. */
export interface GlobalFlags {
  url?: string;
  apiKey?: string | undefined;
  profile?: string;
  environment?: string;
  project?: string;
  json?: boolean;
  quiet?: boolean;
  wide?: boolean;
  yes?: boolean;
  debug?: boolean;
  /** Seconds. */
  timeout?: number;
}

export interface Credential {
  kind: 'session' | 'api_key';
  token: string;
}

export interface Settings {
  url: string;
  profile_name: string;
  profile: Profile;
  /** Null: not signed in. */
  credential: Credential | null;
  environment: string;
  /** Whether the environment was chosen, and is not the default. */
  is_environment_given: boolean;
  project: string | null;
  as_json: boolean;
  quiet: boolean;
  /** Show all columns of tables. */
  wide: boolean;
  yes: boolean;
  debug: boolean;
  timeout_s: number;
}

const TIMEOUT_S = 30;

/** @throws CliError when the flags contradict each other */
export async function resolveSettings(flags: GlobalFlags): Promise<Settings> {
  const config = await readConfig();
  const profile_name = flags.profile ?? environmentVariable('USHIRIKA_PROFILE') ?? config.profile;
  const profile = config.profiles[profile_name] ?? {};
  const url = addressOf(flags.url ?? environmentVariable('USHIRIKA_URL') ?? profile.url ?? DEFAULT_URL);
  const credential = await credentialOf(flags, profile, url);
  const of_key = credential?.kind === 'api_key' ? KEY_ENVIRONMENT.exec(credential.token)?.[1] : undefined;
  if (of_key !== undefined && flags.environment !== undefined && flags.environment !== of_key)
    throw usageError(`The API key is for the environment ${of_key}, but --environment is another one.`);
  return {
    url,
    profile_name,
    profile,
    credential,
    environment: of_key ?? flags.environment ?? profile.environment ?? 'test',
    is_environment_given: (of_key ?? flags.environment ?? profile.environment) !== undefined,
    project: flags.project ?? profile.project?.id ?? null,
    as_json: flags.json ?? profile.output === 'json',
    quiet: flags.quiet ?? false,
    wide: flags.wide ?? false,
    yes: flags.yes ?? false,
    debug: flags.debug ?? false,
    timeout_s: flags.timeout ?? TIMEOUT_S,
  };
}

/** The address without a trailing slash, in the form in which credentials are stored for it. */
export function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usageError(`"${text}" is not an address like ${DEFAULT_URL}.`);
  const { origin, pathname, username, password } = new URL(text);
  if (username || password) throw usageError('The address must not contain a user name or password.');
  return (origin + pathname).replace(/\/+$/, '');
}

async function credentialOf(flags: GlobalFlags, profile: Profile, url: string): Promise<Credential | null> {
  const key =
    flags.apiKey === '-'
      ? (await readStdin()).trim()
      : (flags.apiKey ?? environmentVariable('USHIRIKA_API_KEY'));
  if (key !== undefined) return { kind: 'api_key', token: apiKey(key) };
  const stored = profile.credential;
  return stored && stored.url === url ? { kind: stored.kind, token: stored.token } : null;
}

/** @throws CliError when the text is not an API key */
export function apiKey(text: string): string {
  if (!/^ush_(test|live)_[!-~]+$/.test(text))
    throw usageError('An API key begins with ush_test_ or ush_live_.');
  return text;
}

/** @throws CliError when nobody is signed in */
export function requireCredential({ credential, url, profile }: Settings): Credential {
  if (credential) return credential;
  const elsewhere = profile.credential && ` The stored credential is for ${profile.credential.url} only.`;
  throw new CliError(
    EXIT.not_allowed,
    `You are not signed in at ${url}.${elsewhere ?? ''} Run: ushirika login --url ${url}`,
  );
}

/** @throws CliError when there is no session */
export function requireSession(settings: Settings): Credential {
  const credential = requireCredential(settings);
  if (credential.kind === 'session') return credential;
  throw new CliError(EXIT.not_allowed, 'This needs a signed-in user; an API key is not enough.');
}

/** @throws CliError when no project is chosen */
export function requireProject({ project }: Settings): string {
  if (project !== null) return project;
  throw usageError('No project is chosen. Give --project, or sign in again and choose one.');
}
