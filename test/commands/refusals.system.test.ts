/** What a command refuses is one line that says what to do, and an exit code of 1; a stack trace is for defects. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quickPerson, sharedService, spawnProcess, type TestService } from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
  await quickPerson(service);
});
afterAll(() => service.stop());

const SERVICE_OF_TEST = 'the database of the test';
const UNREACHABLE = 'postgresql://127.0.0.1:1/ushirika';
const NO_SERVICE = { DATA_DIR: join(tmpdir(), 'no-service-here') };

test.each<[command: string, args: string[], database: string | null, said: RegExp]>([
  ['verify', ['--all'], null, /^Unknown option '--all'/],
  ['verify', ['everything'], null, /^Unexpected argument 'everything'/],
  ['verify', ['--audit-heads'], null, /^Option '--audit-heads <value>' argument missing/],
  ['verify', ['--audit-heads', tmpdir()], SERVICE_OF_TEST, /^The file .* cannot be read \(EISDIR\)\.$/],
  ['verify', ['--audit-heads', '/dev/null/heads'], SERVICE_OF_TEST, /cannot be read \(ENOTDIR\)\.$/],
  ['verify', [], null, /^Start the service first \(npm start\), or set DATABASE_URL\./],
  ['verify', [], UNREACHABLE, /^Nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\./],
  ['migrate', ['--now'], null, /^Unknown option '--now'/],
  ['migrate', [], null, /^Set DATABASE_URL\./],
  ['migrate', [], UNREACHABLE, /^Nothing answers/],
  ['demo', ['fast'], null, /^Unexpected argument 'fast'/],
  ['demo', [], null, /^Start the service first/],
  ['demo', [], UNREACHABLE, /^Nothing answers/],
  ['demo', [], SERVICE_OF_TEST, /^There is no demo project: .* DATA_DIR=\.demo PORT=3100 npm start/],
  ['operator', ['grant', 'nobody@example.com'], SERVICE_OF_TEST, /nobody@example\.com/],
  ['operator', ['grant', 'nobody@example.com'], UNREACHABLE, /^Nothing answers/],
])('%s %j on %s', async (command, args, database, said) => {
  const url = database === SERVICE_OF_TEST ? service.database_url : database;
  const started = spawnProcess(`commands/${command}.js`, args, {
    ...NO_SERVICE,
    LOG_LEVEL: 'error',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...(url === null ? {} : { DATABASE_URL: url }),
  });
  const code = await started.ended;
  const lines = started.output().trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(said)]);
  expect(code).toBe(1);
});
