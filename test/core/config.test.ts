import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/** The keys that the problems name, sorted. */
function badKeys(env: Record<string, string>): string[] {
  return problemsOf(env)
    .map((problem) => /^"([A-Z_]+)"/.exec(problem)?.[1] ?? problem)
    .toSorted();
}

describe('defaults', () => {
  test('without any variable the service runs by itself on loopback', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      public_url: null,
      database_url: null,
      redis_url: null,
      ledger_backend: 'postgres',
      tigerbeetle_addresses: [],
      encryption_key: null,
      open_registration: true,
      allow_private_webhooks: null,
      log_level: 'info',
      otlp_endpoint: null,
      provider_base_urls: {},
    });
    expect(readConfig({}).data_dir).toMatch(/[/\\]\.data$/);
  });

  test('an empty variable counts as unset', () => {
    const keys =
      'PORT HOST PUBLIC_URL DATA_DIR DATABASE_URL DATABASE_DIRECT_URL DATABASE_READ_URL REDIS_URL EVENTS_SINK LEDGER_BACKEND TIGERBEETLE_ADDRESSES ENCRYPTION_KEY ' +
      'ENCRYPTION_KEY_PREVIOUS SMTP_URL MAIL_FROM SESSION_IDLE_MINUTES OPEN_REGISTRATION STAFF_INVITATIONS TRUST_PROXY ALLOW_PRIVATE_WEBHOOKS RATE_LIMIT_PER_MINUTE LOG_LEVEL PROVIDER_CHAPA_BASE_URL_LIVE';
    expect(readConfig(Object.fromEntries(keys.split(' ').map((key) => [key, ''])))).toEqual(readConfig({}));
  });

  test('variables of other programs are none of its business', () => {
    expect(readConfig({ PGHOST: 'x', npm_config_port: 'y', PROVIDER: 'z' })).toEqual(readConfig({}));
  });
});

describe('values', () => {
  test('each variable is read', () => {
    expect(
      readConfig({
        PORT: '0',
        HOST: '::1',
        PUBLIC_URL: 'https://pay.example.org/',
        DATA_DIR: '/var/lib/ushirika',
        DATABASE_URL: 'postgres://u:p@db/ushirika',
        REDIS_URL: 'rediss://cache:6379',
        LEDGER_BACKEND: 'tigerbeetle',
        TIGERBEETLE_ADDRESSES: '10.0.0.1:3001, 10.0.0.2:3001',
        ENCRYPTION_KEY: KEY,
        OPEN_REGISTRATION: 'false',
        ALLOW_PRIVATE_WEBHOOKS: 'true',
        RATE_LIMIT_PER_MINUTE: '0',
        TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1',
        LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      }),
    ).toMatchObject({
      port: 0,
      host: '::1',
      public_url: 'https://pay.example.org',
      data_dir: '/var/lib/ushirika',
      database_url: 'postgres://u:p@db/ushirika',
      redis_url: 'rediss://cache:6379',
      ledger_backend: 'tigerbeetle',
      tigerbeetle_addresses: ['10.0.0.1:3001', '10.0.0.2:3001'],
      trust_proxy: ['loopback', '10.0.0.0/8', '2001:db8::1'],
      encryption_key: Buffer.alloc(32, 1),
      open_registration: false,
      allow_private_webhooks: true,
      rate_limit_per_minute: 0,
      log_level: 'debug',
      otlp_endpoint: 'http://collector:4318',
    });
  });

  test('base URLs of providers are found by provider and environment', () => {
    const { provider_base_urls } = readConfig({
      PROVIDER_SANTIMPAY_BASE_URL_TEST: 'http://localhost:9000/gateway//',
      PROVIDER_MTN_MOMO_BASE_URL_LIVE: 'https://proxy.momo.example',
      PROVIDER_MTN_MOMO_BASE_URL_STAGING: 'https://elsewhere.example',
    });
    expect(provider_base_urls).toEqual({
      'santimpay:test': 'http://localhost:9000/gateway',
      'mtn_momo:live': 'https://proxy.momo.example',
    });
    const { provider_web_base_urls, provider_callback_urls, ...rest } = readConfig({
      PROVIDER_TELEBIRR_WEB_BASE_URL_LIVE: 'https://app.example/',
      PROVIDER_MTN_MOMO_CALLBACK_URL_TEST: 'https://hooks.example',
    });
    expect(rest.provider_base_urls).toEqual({});
    expect(provider_web_base_urls).toEqual({ 'telebirr:live': 'https://app.example' });
    expect(provider_callback_urls).toEqual({ 'mtn_momo:test': 'https://hooks.example' });
  });
});

describe('refusals', () => {
  test('every bad key is reported at once', () => {
    const bad = {
      PORT: '65536',
      PUBLIC_URL: 'ftp://pay.example.org',
      DATABASE_URL: 'mysql://db/x',
      REDIS_URL: 'localhost:6379',
      LEDGER_BACKEND: 'paper',
      ENCRYPTION_KEY: Buffer.alloc(31).toString('base64'),
      OPEN_REGISTRATION: 'perhaps',
      ALLOW_PRIVATE_WEBHOOKS: '2',
      RATE_LIMIT_PER_MINUTE: '-1',
      LOG_LEVEL: 'loud',
      PROVIDER_CHAPA_BASE_URL_TEST: 'chapa.example',
      PROVIDER_MPESA_BASE_URL_LIVE: 'javascript:alert(1)',
    };
    expect(badKeys({ ...bad, HOST: '127.0.0.1' })).toEqual(Object.keys(bad).toSorted());
  });

  test.each([
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['ENCRYPTION_KEY', 'short'],
    ['ENCRYPTION_KEY_PREVIOUS', 'short'],
    ['SMTP_URL', 'mail.example.org'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['ENCRYPTION_KEY', Buffer.alloc(33).toString('base64')],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'loopback, proxy.example.org'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'not a url'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=any'],
    ['DATABASE_READ_URL', 'postgres://a:1,b:2/x'],
  ])('%s=%s is refused', (key, value) => {
    expect(badKeys({ [key]: value })).toEqual([key]);
  });

  test('the TigerBeetle backend needs to know where it is', () => {
    expect(badKeys({ LEDGER_BACKEND: 'tigerbeetle' })).toEqual(['TIGERBEETLE_ADDRESSES']);
  });

  test('the message names the keys and does not repeat secrets', () => {
    const env = {
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      ENCRYPTION_KEY: 'bXkgc2VjcmV0IGtleQ==',
      REDIS_URL: 'http://:opensesame@redis',
    };
    expect(() => readConfig(env)).toThrow(ConfigError);
    const text = problemsOf(env).join('\n');
    for (const key of Object.keys(env)) expect(text).toContain(key);
    expect(text).not.toMatch(/hunter2|bXkgc2VjcmV0|opensesame/);
  });
});
