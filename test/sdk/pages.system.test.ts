/** What the pages on the TypeScript SDK show compiles strictly, and does at the real service what the pages say. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createSacco,
  must,
  paymentBody,
  startService,
  until,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';
import { runToEnd } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let service: TestService;
let sacco: Sacco;
/** Within the checkout, so that its packages are found. */
let folder: string;
let running: ChildProcess | null = null;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  sacco = await createSacco(service);
  folder = await mkdtemp(join(ROOT, 'node_modules/.pages-'));
});
afterEach(async () => {
  running?.kill();
  running = null;
  await rm(folder, { recursive: true, force: true });
});

/** The code of a page as one program, checked and compiled. */
async function compile(page: string): Promise<string> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(0);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'program.ts'), blocks.join('\n'));
  const options =
    '--ignoreConfig --strict --skipLibCheck --target es2022 --module nodenext --types node'.split(' ');
  await runToEnd(process.execPath, [TSC, ...options, 'program.ts'], { cwd: folder });
  return join(folder, 'program.js');
}

function environment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    USHIRIKA_API_KEY: sacco.project.key.headers['x-api-key'] ?? '',
    USHIRIKA_BASE_URL: service.url,
  };
}

test('README.md of the package', async () => {
  const program = await compile('sdk/typescript/README.md');
  const printed = await runToEnd(process.execPath, [program], { cwd: folder, env: environment() });
  expect(printed).toMatch(/^pay_\w{26} (pending|completed) /);
});

test('docs/sdk/typescript.md', async () => {
  const program = await compile('docs/sdk/typescript.md');
  const [port] = await freePorts(1);
  const env = { ...environment(), PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const child = spawn(process.execPath, [program], { cwd: folder, env });
  running = child;
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await until('it receives', () => printed.includes('receiving') || child.exitCode !== null);
  expect(printed.split('\n').filter(Boolean)).toEqual([
    'environment test',
    expect.stringMatching(/^payment (pending|completed) /),
    'latest true',
    'deposit posted 150.00',
    'refused insufficient_savings',
    'the number is taken',
    'again true true',
    'page 1 true',
    'older true',
    'status 200 true',
    'report true',
    'receiving',
  ]);
  must(
    await sacco.project.key.post('/api/v1/payments', paymentBody({ reference: 'order-2002', amount: 99.5 })),
  );
  await until('the webhook is received', () => printed.includes('paid order-2002 9950'));
});
