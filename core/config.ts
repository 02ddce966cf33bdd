/** Configuration: the only reader of `process.env`. All bad keys are reported together, before anything starts. */
import { resolve } from 'node:path';
import joi from 'joi';
import { serverUrls } from './database-url.rules.ts';
import { parseFilesUrl } from './files/files-url.ts';
import { isAddressOrRange } from './ip-addresses.ts';
import { parseNatsUrl } from './nats-url.ts';
import { parseRedisUrl } from './redis-url.ts';

export interface Config {
  port: number;
  host: string;
  /** Where clients reach this server, without a trailing slash; null: the address of the request. */
  public_url: string | null;
  data_dir: string;
  /** A bucket of a store that speaks S3, for uploaded files; null: a folder in `data_dir`. */
  files_url: string | null;
  /** null: the service runs its own PostgreSQL. */
  database_url: string | null;
  /** PostgreSQL itself, where `database_url` leads to a pooler; null: it does not. */
  database_direct_url: string | null;
  /** A replica for long reads; null: there is none. */
  database_read_url: string | null;
  /** Processes that serve requests. */
  web_concurrency: number;
  /** Connections to PostgreSQL for requests and jobs. */
  database_pool_size: number;
  /** Connections for the ledger. */
  ledger_pool_size: number;
  /** Connections for queues that live in PostgreSQL. */
  queue_pool_size: number;
  /** Maximum duration of a statement. */
  database_timeout_ms: number;
  /** null: queues live in PostgreSQL. */
  redis_url: string | null;
  /** Where all events are published besides webhooks; null: nowhere. */
  events_sink: string | null;
  /** How long a job stays locked by a worker that does not renew its lock, because it died. */
  job_lock_ms: number;
  ledger_backend: 'postgres' | 'tigerbeetle';
  tigerbeetle_addresses: string[];
  /** 32 bytes; null: none configured, no secrets are stored. */
  encryption_key: Buffer | null;
  /** The previous key, which still decrypts what it encrypted. */
  encryption_key_previous: Buffer | null;
  open_registration: boolean;
  /** Whether a user who shares no project with the manager is invited to the staff instead of added. */
  staff_invitations: boolean;
  /** null: not configured; allowed with the embedded database, rejected with any other. */
  allow_private_webhooks: boolean | null;
  /** A session expires after this long without use. */
  session_idle_minutes: number;
  /** null: this server sends no e-mail. */
  smtp_url: string | null;
  /** The sender of e-mails. */
  mail_from: string;
  /** Where Africa's Talking is, if not at its own address: a stand-in; null: at its own. */
  africastalking_url: string | null;
  rate_limit_per_minute: number;
  /** Proxies that are trusted to name the client's address: their addresses, or their number in front of this server. */
  trust_proxy: number | string[];
  log_level: string;
  /** A collector of traces (OTLP over HTTP); null: nothing is traced. */
  otlp_endpoint: string | null;
  /** Port on which a separate worker process serves its metrics; null: none. */
  metrics_port: number | null;
  /** The bearer token for reading the metrics of a web process; null: only this machine may read them. */
  metrics_token: string | null;
  /** Days after which finished rows are deleted. */
  keep_webhooks_days: number;
  keep_idempotency_keys_days: number;
  keep_payment_events_days: number;
  /** Base URLs of providers by `<provider>:<environment>`, in lower case. */
  provider_base_urls: Record<string, string>;
  /** Where payers' browsers reach a provider, if not at its base URL; named like the base URLs. */
  provider_web_base_urls: Record<string, string>;
  /** Where a provider reaches this server, if not at `public_url`; named like the base URLs. */
  provider_callback_urls: Record<string, string>;
  /** Where systemd waits to be told that this process is ready; null: nobody waits. */
  notify_socket: string | null;
  /** Time after which systemd ends a process that has not told that it is alive; null: it need not tell. */
  watchdog_ms: number | null;
}

/** Requests of one key per minute unless configured otherwise: far above normal use, it stops a client in an endless loop. */
const DEFAULT_RATE_LIMIT_PER_MINUTE = 60_000;

/** The documentation promises clients that a key works for at least a month. */
const MIN_KEEP_IDEMPOTENCY_KEYS_DAYS = 30;
/** Longer than all retries of a delivery take. */
const MIN_KEEP_WEBHOOKS_DAYS = 7;
const MAX_KEEP_DAYS = 36_500;
/** A quarter of a year for what integrations inspect, and three years, a usual limitation period, for payments. */
const DEFAULT_KEEP_DAYS = 90;
const DEFAULT_KEEP_PAYMENT_EVENTS_DAYS = 1_095;

const days = (min: number, by_default: number) =>
  joi.number().integer().min(min).max(MAX_KEEP_DAYS).default(by_default);

/** Connections of one process unless configured otherwise. A request holds one only while a statement or a short transaction runs. */
const DEFAULT_POOL_SIZE = 16;
/** One connection writes; the others read. */
const DEFAULT_LEDGER_POOL_SIZE = 4;
/** Each worker keeps one to listen on; the rest are shared. */
const DEFAULT_QUEUE_POOL_SIZE = 24;
/** Per machine; each further machine has a primary process of its own. */
const MAX_WEB_CONCURRENCY = 64;
/** Far longer than any statement takes on a server that keeps up. */
const DEFAULT_DATABASE_TIMEOUT_S = 20;
/** Workers renew twice in this time. If one misses it because its machine paused, its jobs only run twice. */
const DEFAULT_JOB_LOCK_S = 10;

const PROVIDER_URL_KEY = /^PROVIDER_([A-Z0-9_]+?)_(BASE_URL|WEB_BASE_URL|CALLBACK_URL)_(TEST|LIVE)$/;

/** The look-behind keeps the match linear: a long run of slashes elsewhere costs no more than its length. */
const TRAILING_SLASHES = /(?<!\/)\/+$/;

const url = (...schemes: string[]) => joi.string().uri({ scheme: schemes });

/** @param parse throws an error that says what is wrong, beginning with a verb */
const parsedBy = (parse: (text: string) => unknown) =>
  joi.string().custom((text: string, helpers) => {
    try {
      parse(text);
      return text;
    } catch (error) {
      return helpers.message({ custom: `{{#label}} ${(error as Error).message}` });
    }
  });
/** It may name several servers (database-url.rules.ts), which no other URL does. */
const databaseUrl = parsedBy(serverUrls);

const encryptionKey = joi
  .string()
  .custom((text: string, helpers) =>
    Buffer.from(text, 'base64').length === 32 ? text : helpers.error('key.length'),
  )
  .messages({ 'key.length': '{{#label}} must be 32 bytes in base64' });

/** Named address ranges that Express understands. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** @returns null unless the text is a count or a list of addresses and ranges */
function proxiesOf(text: string): number | string[] | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const names = text.split(',').map((name) => name.trim());
  const known = (name: string): boolean => NAMED_RANGES.has(name) || isAddressOrRange(name);
  return names.every(known) ? names : null;
}

const schema = joi.object({
  PORT: joi.number().integer().min(0).max(65535).default(3000),
  HOST: joi.string().default('127.0.0.1'),
  PUBLIC_URL: url('http', 'https'),
  DATA_DIR: joi.string().default('./.data'),
  FILES_URL: parsedBy(parseFilesUrl),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: url('postgres', 'postgresql'),
  DATABASE_TIMEOUT_SECONDS: joi.number().integer().min(1).max(600).default(DEFAULT_DATABASE_TIMEOUT_S),
  WEB_CONCURRENCY: joi.number().integer().min(1).max(MAX_WEB_CONCURRENCY).default(1),
  DATABASE_POOL_SIZE: joi.number().integer().min(1).max(1000).default(DEFAULT_POOL_SIZE),
  LEDGER_POOL_SIZE: joi.number().integer().min(2).max(100).default(DEFAULT_LEDGER_POOL_SIZE),
  QUEUE_POOL_SIZE: joi.number().integer().min(2).max(1000).default(DEFAULT_QUEUE_POOL_SIZE),
  REDIS_URL: parsedBy(parseRedisUrl),
  EVENTS_SINK: parsedBy(parseNatsUrl),
  JOB_LOCK_SECONDS: joi.number().integer().min(1).max(600).default(DEFAULT_JOB_LOCK_S),
  LEDGER_BACKEND: joi.string().valid('postgres', 'tigerbeetle').default('postgres'),
  TIGERBEETLE_ADDRESSES: joi.string().when('LEDGER_BACKEND', { is: 'tigerbeetle', then: joi.required() }),
  ENCRYPTION_KEY: encryptionKey,
  ENCRYPTION_KEY_PREVIOUS: encryptionKey,
  OPEN_REGISTRATION: joi.boolean().default(true),
  STAFF_INVITATIONS: joi.boolean().default(false),
  ALLOW_PRIVATE_WEBHOOKS: joi.boolean(),
  TRUST_PROXY: joi
    .string()
    .default(['loopback'])
    .custom((text: string, helpers) => proxiesOf(text) ?? helpers.error('proxies'))
    .messages({
      proxies: '"TRUST_PROXY" must be a count of proxies, or addresses and ranges separated by commas',
    }),
  SESSION_IDLE_MINUTES: joi.number().integer().min(1).max(720).default(120),
  SMTP_URL: url('smtp', 'smtps'),
  MAIL_FROM: joi.string().max(320).default('ushirika@localhost'),
  AFRICASTALKING_URL: url('http', 'https'),
  RATE_LIMIT_PER_MINUTE: joi.number().integer().min(0).default(DEFAULT_RATE_LIMIT_PER_MINUTE),
  METRICS_PORT: joi.number().integer().min(1).max(65535),
  METRICS_TOKEN: joi.string().min(16),
  NOTIFY_SOCKET: joi.string(),
  WATCHDOG_USEC: joi.number().integer().min(0),
  KEEP_WEBHOOKS_DAYS: days(MIN_KEEP_WEBHOOKS_DAYS, DEFAULT_KEEP_DAYS),
  KEEP_IDEMPOTENCY_KEYS_DAYS: days(MIN_KEEP_IDEMPOTENCY_KEYS_DAYS, DEFAULT_KEEP_DAYS),
  KEEP_PAYMENT_EVENTS_DAYS: days(MIN_KEEP_IDEMPOTENCY_KEYS_DAYS, DEFAULT_KEEP_PAYMENT_EVENTS_DAYS),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  LOG_LEVEL: joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The environment variables that a child process needs, without any secrets. */
export function bareEnvironment(): Record<string, string | undefined> {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot };
}

/**
 * @param env environment variables; an empty one counts as unset
 * @throws ConfigError naming every bad key
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { value, error } = schema.validate(set, { abortEarly: false, stripUnknown: true });
  const problems = error?.details.map((detail) => detail.message) ?? [];
  const provider_urls = readProviderUrls(set, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: value.PORT,
    host: value.HOST,
    public_url: value.PUBLIC_URL?.replace(TRAILING_SLASHES, '') ?? null,
    data_dir: resolve(value.DATA_DIR),
    files_url: value.FILES_URL ?? null,
    database_url: value.DATABASE_URL ?? null,
    database_direct_url: value.DATABASE_DIRECT_URL ?? null,
    database_read_url: value.DATABASE_READ_URL ?? null,
    web_concurrency: value.WEB_CONCURRENCY,
    database_pool_size: value.DATABASE_POOL_SIZE,
    ledger_pool_size: value.LEDGER_POOL_SIZE,
    queue_pool_size: value.QUEUE_POOL_SIZE,
    database_timeout_ms: value.DATABASE_TIMEOUT_SECONDS * 1_000,
    redis_url: value.REDIS_URL ?? null,
    events_sink: value.EVENTS_SINK ?? null,
    job_lock_ms: value.JOB_LOCK_SECONDS * 1_000,
    ledger_backend: value.LEDGER_BACKEND,
    tigerbeetle_addresses:
      value.TIGERBEETLE_ADDRESSES?.split(',').map((address: string) => address.trim()) ?? [],
    encryption_key: keyOf(value.ENCRYPTION_KEY),
    encryption_key_previous: keyOf(value.ENCRYPTION_KEY_PREVIOUS),
    open_registration: value.OPEN_REGISTRATION,
    staff_invitations: value.STAFF_INVITATIONS,
    allow_private_webhooks: value.ALLOW_PRIVATE_WEBHOOKS ?? null,
    rate_limit_per_minute: value.RATE_LIMIT_PER_MINUTE,
    session_idle_minutes: value.SESSION_IDLE_MINUTES,
    smtp_url: value.SMTP_URL ?? null,
    mail_from: value.MAIL_FROM,
    africastalking_url: value.AFRICASTALKING_URL?.replace(TRAILING_SLASHES, '') ?? null,
    trust_proxy: value.TRUST_PROXY,
    log_level: value.LOG_LEVEL,
    otlp_endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metrics_port: value.METRICS_PORT ?? null,
    metrics_token: value.METRICS_TOKEN ?? null,
    keep_webhooks_days: value.KEEP_WEBHOOKS_DAYS,
    keep_idempotency_keys_days: value.KEEP_IDEMPOTENCY_KEYS_DAYS,
    keep_payment_events_days: value.KEEP_PAYMENT_EVENTS_DAYS,
    provider_base_urls: provider_urls.BASE_URL,
    provider_web_base_urls: provider_urls.WEB_BASE_URL,
    provider_callback_urls: provider_urls.CALLBACK_URL,
    notify_socket: value.NOTIFY_SOCKET ?? null,
    watchdog_ms: value.WATCHDOG_USEC ? value.WATCHDOG_USEC / 1_000 : null,
  };
}

type ProviderUrls = Record<'BASE_URL' | 'WEB_BASE_URL' | 'CALLBACK_URL', Record<string, string>>;

/** @param problems receives a message for each bad URL */
function readProviderUrls(set: Record<string, string | undefined>, problems: string[]): ProviderUrls {
  const urls: ProviderUrls = { BASE_URL: {}, WEB_BASE_URL: {}, CALLBACK_URL: {} };
  for (const [key, text] of Object.entries(set)) {
    const [, provider, kind, environment] = PROVIDER_URL_KEY.exec(key) ?? [];
    if (!provider || !kind || !environment) continue;
    const name = `${provider}:${environment}`.toLowerCase();
    if (url('http', 'https').validate(text).error) problems.push(`"${key}" must be an http(s) URL`);
    else urls[kind as keyof ProviderUrls][name] = String(text).replace(TRAILING_SLASHES, '');
  }
  return urls;
}

function keyOf(base64: string | undefined): Buffer | null {
  return base64 ? Buffer.from(base64, 'base64') : null;
}

/** The current key first. */
export function encryptionKeys({ encryption_key, encryption_key_previous }: Config): Buffer[] {
  return [encryption_key, encryption_key_previous].filter((key) => key !== null);
}
