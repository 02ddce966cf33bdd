/** The package as a registry would have it: installed into an empty folder, compiled against, used, and weighed. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { runToEnd } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'sdk/typescript');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const MOST_BYTES = 12_000;

const PROGRAM = `
import { isReason, Ushirika, UshirikaError, type Entry, type Payment, type WebhookEvent } from '@ushirika/sdk';
import { createTransport, ConflictError, type Answer } from '@ushirika/sdk/transport';

const client = new Ushirika({ apiKey: 'ush_test_packed', baseUrl: process.env['BASE_URL'] });
const entry: Entry = await client.sacco.members.deposit('mem_1', { amountMinor: 150_00 });
const status: string = entry.status;
if (entry.status === 'posted') console.log(status, entry.amountMinor satisfies number);

// @ts-expect-error an amount in major units does not exist
void (() => client.sacco.members.deposit('mem_1', { amount: '150.00' }));
// @ts-expect-error without an id
void (() => client.payments.get());
void (() => client.reconciliation.lines.resolve('rec_1', 17, { action: 'ignore', note: 'seen' }));
void (() => client.reconciliation.lines.resolve('rec_1', 'rln_1', { action: 'ignore', note: 'seen' }));
// @ts-expect-error a number in place of an id
void (() => client.payments.get(17));
// @ts-expect-error an operation that takes no key
void (() => client.payments.cancel('pay_1', { idempotencyKey: 'k' }));

for await (const payment of client.payments.list({ limit: 1 })) console.log((payment satisfies Payment).id);

const transport = createTransport({ baseUrl: process.env['BASE_URL'] ?? '' });
try {
  const answer: Answer<{ a: number }> = await transport.request<{ a: number }>('GET', '/api/v1/x');
  console.log(answer.data.a);
} catch (error) {
  console.log(error instanceof ConflictError, error instanceof UshirikaError, isReason(error, 'run_closed'));
}
const body = '{"type":"payment.completed","data":{"amount_minor":5}}';
const headers = await client.webhooks.sign(body, 'whsec_c2VjcmV0');
const event: WebhookEvent = await client.webhooks.verify(body, { ...headers }, 'whsec_c2VjcmV0');
if (event.type === 'payment.completed') console.log(event.data.amountMinor);
`;

let folder: string;
let recorder: Recorder;

beforeAll(async () => {
  recorder = await Recorder.start();
  folder = await mkdtemp(join(tmpdir(), 'ushirika-sdk-'));
  await runToEnd('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: PACKAGE,
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  await runToEnd('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder });
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await writeFile(
    join(folder, 'globals.d.ts'),
    'declare const process: { env: Record<string, string | undefined> };',
  );
});
afterAll(async () => {
  await recorder.stop();
  await rm(folder, { recursive: true, force: true });
});

test('holds what it needs and nothing else', async () => {
  const installed = join(folder, 'node_modules/@ushirika/sdk');
  const entries = await readdir(installed, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const kinds = new Set(
    names.map((name) => name.slice(installed.length + 1).replace(/^dist\/.*?(\.d\.ts|\.js)$/, 'dist/*$1')),
  );
  expect([...kinds].toSorted()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json'].toSorted(),
  );
  expect(await readdir(join(folder, 'node_modules'))).toEqual(
    expect.not.arrayContaining(['express', 'node']),
  );
});

test('compiles strictly, and runs on Node', async () => {
  const options =
    '--strict --skipLibCheck false --exactOptionalPropertyTypes --target es2022 --module nodenext';
  await runToEnd(process.execPath, [TSC, ...options.split(' '), 'program.ts', 'globals.d.ts'], {
    cwd: folder,
  });
  recorder.expect(
    { status: 201, body: { id: 'ent_1', status: 'posted', amount_minor: 15_000 } },
    { body: { payments: [{ id: 'pay_1' }], next_after: 'pay_1' } },
    { body: { payments: [{ id: 'pay_2' }], next_after: null } },
    { status: 409, body: { error: { code: 'CONFLICT', message: 'closed', reason: 'run_closed' } } },
  );
  const env = { PATH: process.env['PATH'] ?? '', BASE_URL: recorder.url };
  const printed = await runToEnd(process.execPath, ['program.js'], { cwd: folder, env });
  expect(printed.split('\n')).toEqual(['posted 15000', 'pay_1', 'pay_2', 'true true true', '5', '']);
});

test(`with every method, bundled and minified, is at most ${MOST_BYTES} bytes compressed`, async () => {
  const bundle = await rolldown({ input: installedFile('index.js') });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  expect(code).toContain('/api/v1/sacco/members/{member}/deposits');
  const bytes = gzipSync(code).length;
  expect(bytes).toBeGreaterThan(3_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test.each(['index.js', 'transport.js'])(
  '%s is bundled for browsers and workers, without Node',
  async (file) => {
    const said: string[] = [];
    const bundle = await rolldown({
      input: installedFile(file),
      platform: 'browser',
      onLog: (_level, log) => void said.push(log.message),
    });
    const { output } = await bundle.generate({ format: 'esm' });
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: false, lib: { entry: installedFile(file), formats: ['es'] } },
    });
    const chunks = [...output, ...(built as { output: typeof output }[]).flatMap((each) => each.output)];
    expect(chunks).toHaveLength(2);
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({ type: 'chunk', imports: [], dynamicImports: [] });
      expect(chunk.type === 'chunk' && chunk.code).not.toContain('node:');
      // Vite puts an empty module in place of one of Node.
      expect(chunk.type === 'chunk' && chunk.code).not.toContain('__vite-browser-external');
    }
    expect(said).toEqual([]);
  },
);

function installedFile(name: string): string {
  return join(folder, 'node_modules/@ushirika/sdk/dist', name);
}

test('names the version that it sends', async () => {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const changes = await readFile(join(PACKAGE, 'CHANGELOG.md'), 'utf8');
  expect(changes).toContain(`## ${version} `);
});
