/** A start during which the database cannot be reached: `ready` is not printed, and one sentence says why the process ends. */
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test, vi } from 'vitest';
import { TcpProxy } from '../crash/tcp-proxy.ts';
import { freshDatabase, spawnProcess, type TestDatabase } from '../harness/index.ts';

/** Each starts several processes, and waits for a connection for 8 seconds. */
vi.setConfig({ testTimeout: 180_000 });

const START = 'commands/start.js';
const WEB = 'api/main.js';

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  proxy = await TcpProxy.open(database.url);
  return () => proxy.close();
});

const turnsAway = (): void => proxy.goDown();
const isSilent = (): void => proxy.freeze();
/** From then on every connection is cut. */
const goesAfter = (statements: number) => (): void => proxy.cutStatements(/^/, { pass: statements });

test.each([
  [START, '1', 'turns connections away', turnsAway],
  [START, '1', 'accepts connections and is silent', isSilent],
  [START, '1', 'goes while the schema is compared', goesAfter(9)],
  [START, '1', 'goes while workers start', goesAfter(60)],
  [START, '2', 'accepts connections and is silent', isSilent],
  [WEB, '1', 'turns connections away', turnsAway],
  [WEB, '1', 'accepts connections and is silent', isSilent],
  [WEB, '1', 'goes while the schema is compared', goesAfter(6)],
  [WEB, '1', 'goes while the queues are opened', goesAfter(20)],
  [WEB, '2', 'turns connections away', turnsAway],
  [WEB, '2', 'accepts connections and is silent', isSilent],
  [WEB, '2', 'goes while the queues are opened', goesAfter(40)],
])('%s with %s web processes, when it %s', async (program, WEB_CONCURRENCY, _what, spoil) => {
  spoil();
  const started = spawnProcess(program, [], {
    DATABASE_URL: proxy.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    WEB_CONCURRENCY,
  });
  onTestFailed(() => console.warn(started.output()));
  expect(await started.ended).toBe(1);
  const printed = started.output().trim().split('\n');
  for (const line of printed)
    expect(line).toMatch(
      /^(Nothing answers|The database of DATABASE_URL) .+|^A web process did not start\.$/,
    );
  // The process that prints `ready` says why there is none, or that another has said it.
  expect(printed.length).toBeLessThanOrEqual(1 + (program === WEB && WEB_CONCURRENCY === '2' ? 2 : 0));
});
