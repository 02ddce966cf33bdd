/** What the documentation shows happens: every block of commands is pasted into a shell, in order, as a reader would. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DATA_MODEL_PAGE, dataModel } from '../../commands/reference.ts';
import {
  createProject,
  must,
  paymentBody,
  startService,
  until,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { codeBlocks, PAGES, readPage, ROOT } from '../harness/pages.ts';
import { jsonIn, MISSING_PROGRAMS, Terminal, type Shell } from '../harness/terminal.ts';
import { freePorts } from '../kills/service/ports.ts';

/** Where the examples expect the service. */
const EXAMPLE_URL = 'http://127.0.0.1:3000';

/** How the blocks begin that are not pasted here, and who runs the same, or why nobody does. */
const ELSEWHERE: Record<string, string> = {
  'npm ci && npm start': 'test/start/start.test.ts',
  'npm ci\nnpm start': 'test/start/start.test.ts',
  'npm ci && npm test': 'test/start/build.test.ts',
  'npm ci && npm run build\nexport': 'test/start/schema.test.ts',
  'npm ci && npm run build && npm pack': 'test/sdk/packed.system.test.ts',
  'export DATABASE_URL': 'test/start/start.test.ts',
  'npm run demo': 'test/demo/demo.test.ts',
  'npm run bench:capacity': 'takes ten minutes',
  'git pull': 'changes the checkout',
  '(umask 077 && pg_dump': "needs PostgreSQL's client programs of version 18",
  tigerbeetle: 'needs TigerBeetle',
  'LEDGER_BACKEND=tigerbeetle': 'needs TigerBeetle',
  TIGERBEETLE_ADDRESSES: 'needs TigerBeetle',
  'npm install @ushirika/sdk': 'needs the published package',
  'pip install ushirika': 'needs the published package',
  useradd: 'changes the machine',
  'cp deploy/env.example': 'changes the checkout',
  podman: 'needs containers',
  kubectl: 'needs Kubernetes',
  helm: 'needs Kubernetes',
  'DATABASE_URL=postgresql://ushirika:PASSWORD@db.internal/ushirika npm run analytics':
    'test/db/analytics.system.test.ts',
  'npm run --silent analytics -- subscriber': 'test/db/analytics.system.test.ts',
  'nats-server': 'test/ha/event-export.ha.test.ts',
  'npm run operator -- export-events': 'test/ha/event-export.ha.test.ts',
  'nats consumer': "needs NATS's client program",
  "echo 'set server web/one": 'test/start/proxies.test.ts',
};

const elsewhere = (block: string): string | undefined =>
  Object.keys(ELSEWHERE).find((beginning) => block.startsWith(beginning));

/** The blocks of a page that are pasted. */
async function blocksOf(page: string): Promise<string[]> {
  return codeBlocks(await readPage(page), 'bash').filter((block) => !elsewhere(block));
}

/** Every page that has such blocks. */
const PASTED = (
  await Promise.all(PAGES.map(async (page) => ((await blocksOf(page)).length > 0 ? [page] : [])))
).flat();

type Answer = Reply['body'];

interface Pasted {
  block: string;
  shown: string;
  answers: Answer[];
}

const isBusy = ({ answers }: Pasted): boolean => answers.some(({ error }) => error?.reason === 'busy');

test('the blocks that are not pasted are on a page, and the tests that run them are there', async () => {
  const blocks = (
    await Promise.all(PAGES.map(async (page) => codeBlocks(await readPage(page), 'bash')))
  ).flat();
  expect(new Set(blocks.map(elsewhere))).toEqual(new Set([...Object.keys(ELSEWHERE), undefined]));
  const tests = Object.values(ELSEWHERE).filter((who) => who.startsWith('test/'));
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

// Where a browser would have to be there for the tests, so have these.
const skipped = MISSING_PROGRAMS.length > 0 && !process.env['CI'];

describe.skipIf(skipped).each<Shell>(['bash', 'zsh'])('pasted into %s', (shell) => {
  let service: TestService;
  /** The reader's home. */
  let home: string;
  const terminals: Terminal[] = [];
  const receivers: { close(): void }[] = [];

  beforeAll(async () => {
    service = await startService({ workers: 'all' });
    home = await mkdtemp(join(tmpdir(), 'ushirika-reader-'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(home, { recursive: true, force: true });
  });
  afterEach(async () => {
    await Promise.all(terminals.splice(0).map((terminal) => terminal.close()));
    for (const receiver of receivers.splice(0)) receiver.close();
  });

  const OWN_TEST = new Set([
    'README.md',
    'docs/getting-started-developer.md',
    'docs/getting-started-sacco-api.md',
    'docs/command-line.md',
    'docs/concepts/idempotency.md',
    'docs/operating/backup.md',
    'docs/operating/security.md',
  ]);
  test.each(PASTED.filter((page) => !OWN_TEST.has(page)))('every block of %s succeeds', async (page) => {
    const pasted = await (await openPage(page)).rest();
    expect(pasted).toHaveLength((await blocksOf(page)).length);
  });

  test("a developer's first hour: the payment, its balance, the event that arrives, and the refund", async () => {
    const page = await openPage('docs/getting-started-developer.md');
    await page.next("KEY='");
    const payment = await page.next('PAYMENT=');
    const { id } = payment.answers[0];
    expect(payment.answers[0]).toMatchObject({ status: 'completed', replayed: false });
    expect(payment.answers[1]).toMatchObject({ id, status: 'completed', amount: 1250 });
    const [command = ''] = payment.block.split('\ncurl');
    expect((await page.paste(command)).shown).toMatch(new RegExp(`"id":"${id}".*"replayed":true`));

    const balanceOf = async (kind: string, ledger: () => Promise<Pasted>): Promise<string> => {
      const [{ accounts }] = (await ledger()).answers;
      return accounts.find((account: Answer) => account.kind === kind)?.balance;
    };
    const ledger = await page.next('curl -s http://127.0.0.1:3000/api/v1/ledger/accounts');
    await until('the payment is booked', async () => {
      const { answers } = await page.paste(ledger.block);
      return answers[1].postings.length === 1;
    });
    expect(await balanceOf('merchant_available', () => page.paste(ledger.block))).toBe('1250.00');
    expect(await balanceOf('provider_clearing', () => page.paste(ledger.block))).toBe('1250.00');

    const endpoint = await page.next('SECRET=$(curl');
    expect(endpoint.answers[0].secret).toMatch(/^whsec_/);
    await page.next('SECRET="$SECRET" node');
    await page.shows('the receiver listens');
    const { id: second } = (await page.next('curl -s http://127.0.0.1:3000/api/v1/payments ')).answers[0];
    await page.shows(`received payment.completed ${second}`);
    const deliveries = await page.next('curl -s http://127.0.0.1:3000/api/v1/webhook-deliveries');
    await until('the answer is recorded', async () => {
      const [{ webhook_deliveries: all }] = (await page.paste(deliveries.block)).answers;
      return all[0]?.status === 'delivered' && all[0].attempts[0].status_code === 204;
    });

    const refund = await page.next('REFUND=');
    await page.shows(`received refund.succeeded ${refund.answers[0].id}`);
    await until('the second payment is booked too', async () => {
      return (await balanceOf('merchant_available', () => page.paste(ledger.block))) === '1300.00';
    });
    await page.next('kill $RECEIVER');

    const link = await page.next('curl -s http://127.0.0.1:3000/api/v1/payment-links');
    expect((await fetch(link.answers[0].url)).status).toBe(200);

    const refused = await page.next('curl', { refused: true });
    const [shown = ''] = codeBlocks(await readPage('docs/getting-started-developer.md'), 'json');
    expect(refused.answers[0].error).toEqual({
      ...JSON.parse(shown).error,
      request_id: expect.any(String),
    });
    await page.rest();
  });

  let firstDay: Promise<Pasted[]> | undefined;
  /** @returns the answers of a SACCO's first day */
  async function answersOfFirstDay(): Promise<Answer[]> {
    firstDay ??= openPage('docs/getting-started-sacco-api.md').then((page) => page.rest());
    return (await firstDay).flatMap(({ answers }) => answers);
  }

  test("a SACCO's first day: the statement and the tills say what the page says", async () => {
    const bodies = await answersOfFirstDay();
    expect(bodies.find(({ joined_at }) => joined_at)).toMatchObject({
      member_no: 'M00001',
    });
    expect(
      bodies.find(({ status, kind }) => status === 'awaiting_approval' && kind === 'withdrawal'),
    ).toBeTruthy();
    expect(bodies.filter(({ kind }) => /^(deposit|share_purchase)$/.test(kind))).toMatchObject([
      { amount: '80000.00', status: 'posted' },
      { amount: '1000.00', status: 'posted' },
      { amount: '30000.00', status: 'posted' },
    ]);
    expect(bodies.find(({ approval }) => approval)).toMatchObject({
      approval: { status: 'approved' },
      entry: { status: 'posted', amount: '60000.00' },
    });
    expect(bodies.find(({ accounts }) => accounts)).toMatchObject({
      member_no: 'M00001',
      accounts: [
        { kind: 'member_savings', closing_balance: '20000.00' },
        { kind: 'member_shares', closing_balance: '1000.00' },
      ],
    });
    expect(bodies.find((body) => 'cash_on_hand' in body)).toMatchObject({ cash_on_hand: '21200.00' });
    const statement = (await firstDay)?.find(({ block }) => block.includes('application/pdf'));
    expect(statement?.shown).toMatch(/^application\/pdf, [1-9][0-9]{4,} bytes$/m);
  });

  test("a SACCO's first loan: the schedule, what is owed and what is left are as the page says", async () => {
    const bodies = await answersOfFirstDay();
    expect(bodies.find(({ approval }) => approval?.kind === 'loan_disbursement')).toMatchObject({
      entry: { status: 'posted', amount: '40000.00', fee: '400.00' },
      loan: { status: 'open', guarantors: [{ amount: '20000.00', status: 'held' }], schedule: { length: 6 } },
    });
    expect(bodies.findLast(({ schedule, status }) => schedule && status === 'open')).toMatchObject({
      charges_due: '200.00',
      payoff: '40200.00',
      days_past_due: 1,
      schedule: { 0: { unpaid: '6783.82', status: 'overdue' }, 1: { status: 'upcoming' }, length: 6 },
    });
    expect(bodies.find(({ kind }) => kind === 'loan_repayment')).toMatchObject({ status: 'posted' });
    expect(bodies.find(({ active_loans }) => active_loans)).toMatchObject({
      principal_outstanding: '33416.18',
      charges_due: '0.00',
      par30: '0.00',
    });
  });

  test("a SACCO's first interest: what the fixed deposit earns, what is declared, and the tax", async () => {
    const bodies = await answersOfFirstDay();
    expect(bodies.filter(({ product_name }) => product_name)).toMatchObject([
      { product_name: 'Member deposits', kind: 'restricted', balance: '0.00' },
      { product_name: 'Fixed, 90 days', kind: 'fixed', term: { principal: '10000.00' } },
    ]);
    expect(bodies.find(({ kind }) => kind === 'savings_transfer')).toMatchObject({ status: 'posted' });
    const run = bodies.find(({ basis }) => basis);
    expect(run).toMatchObject({ status: 'declared', withholding_tax_bps: 1_500, lines: { length: 4 } });
    expect(bodies.find(({ approval }) => approval?.kind === 'savings_interest')).toMatchObject({
      entry: { status: 'posted', amount: run.total },
    });
    expect(bodies.find(({ total_gross }) => total_gross)).toMatchObject({ total_gross: expect.any(String) });
    expect(bodies.find(({ approval }) => approval?.kind === 'tax_remittance')).toMatchObject({
      entry: { amount: '36.99' },
    });
  });

  test("a SACCO's first guarantor who is asked consents by the code of the message", async () => {
    const bodies = await answersOfFirstDay();
    expect(bodies.find(({ consent }) => consent)).toMatchObject({
      amount: '2500.00',
      status: 'pledged',
      consent: { status: 'consented', method: 'code' },
    });
    expect(bodies.find(({ purpose }) => purpose === 'member_photo')).toMatchObject({
      content_type: 'image/jpeg',
    });
  });

  test('the README: the payment completes, is booked and shows as balance, and in the terminal', async () => {
    const page = await openPage('README.md');
    const payment = await page.next('curl');
    expect(payment.answers).toMatchObject([{ status: 'pending' }]);
    const accounts = await page.next('curl');
    const merchant = await until('the merchant has the money', async () => {
      const [{ accounts: all }] = (await page.paste(accounts.block)).answers;
      return all.find(({ kind, balance }: Answer) => kind === 'merchant_available' && balance !== '0.00');
    });
    expect(merchant.balance).toBe('150.50');
    await page.next('npx ushirika login');
    const listed = await page.next('npx ushirika payments list');
    expect(listed.shown).toContain('order-1');
    await page.rest();
  });

  test('the command line: it signs in, lists, and forwards an event to a program', async () => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const page = await openPage('docs/command-line.md', { port: receiver.port });
    expect((await page.next('npx ushirika --help')).shown).toContain('Usage: ushirika');
    await page.next('npx ushirika login');
    expect((await page.next('npx ushirika whoami')).shown).toContain(page.project.owner.email);
    await page.next('export USHIRIKA_API_KEY=');
    await page.next('npx ushirika members list');
    const listening = await page.begin('npx ushirika listen');
    await until('it listens', () => listening.shown().includes('Ready.'));
    await page.next('npx ushirika trigger payment.completed');
    await until('the event arrives', () => receiver.received.length > 0);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'payment.completed' });
    await until('the terminal shows it', () => /payment\.completed evt_\w+.*204/.test(listening.shown()));
    await page.rest();
    expect(existsSync(join(home, '.local/share/bash-completion/completions/ushirika'))).toBe(true);
  });

  test('idempotency: the repeat is answered from the first', async () => {
    const page = await openPage('docs/concepts/idempotency.md');
    const first = await page.next('curl');
    const second = await page.paste(first.block.replace('curl -s', 'curl -si'));
    expect(second.answers[0]).toEqual({ ...first.answers[0], replayed: true });
    expect(second.shown).toMatch(/^x-cache: HIT-IDEMPOTENCY\r?$/im);
    await page.rest();
  });

  test('a backup is written outside the checkout, and is restored from there', async () => {
    const checkout = join(home, 'checkout');
    await mkdir(join(checkout, '.data'), { recursive: true });
    await writeFile(join(checkout, '.data/postgres-password'), 'x');
    const page = await openPage('docs/operating/backup.md', { cwd: checkout });
    await page.rest();
    const { shown } = await page.paste(
      'ls -A; ls -l ../*.tar.gz; cat ../ushirika-restored/.data/postgres-password',
    );
    expect(shown).toMatch(/^\n?\.data\n-rw------- .* \.\.\/ushirika-backup\.tar\.gz\nx/);
  });

  test('an operator is appointed, and a password reset, by those commands', async () => {
    await service.anyone.post('/api/auth/register', {
      email: 'someone@example.org',
      password: 'seven goats by the river',
      name: 'Someone',
    });
    const page = await openPage('docs/operating/security.md');
    expect((await page.next('npm run operator -- grant')).shown).toMatch(
      /is now a platform operator[^]*is no longer a platform operator/,
    );
    expect((await page.next('npm run operator -- reset-password')).shown).toContain(
      '/api/auth/password/reset',
    );
    await page.rest();
  });

  interface PageOptions {
    cwd?: string;
    /** Where the examples' own servers listen. */
    port?: number;
  }

  /** A page, and the terminal next to it. */
  async function openPage(name: string, { cwd = ROOT, port }: PageOptions = {}) {
    const project = await createProject(service.anyone);
    const [free = 0] = await freePorts(1);
    const own_port = String(port ?? free);
    const blocks = await blocksOf(name);
    const session = (project.owner.client.headers['authorization'] as string).replace('Bearer ', '');
    const key = project.key.headers['x-api-key'] as string;
    const env = {
      HOME: home,
      KEY: key,
      SESSION: session,
      PROJECT: project.id,
      USHIRIKA_URL: service.url,
      DATABASE_URL: service.database_url,
      NO_UPDATE_NOTIFIER: 'true',
    };
    const open = async (): Promise<Terminal> => {
      const opened = await Terminal.open({ shell, cwd, env });
      terminals.push(opened);
      return opened;
    };
    const terminal = await open();

    /** With what a reader has been told. */
    const ofReader = (block: string): string =>
      block
        .replaceAll(EXAMPLE_URL, service.url)
        .replaceAll('ush_test_…', key)
        .replaceAll('prj_…', project.id)
        .replaceAll('the password that npm start has printed', project.owner.password)
        .replaceAll(/(demo@ushirika|hirut@umoja)\.example/g, project.owner.email)
        .replaceAll('prj_…', project.id)
        .replaceAll(/\b4000\b(?!\.00)/g, own_port);

    async function paste(block: string): Promise<Pasted> {
      const text = ofReader(block);
      if (block.startsWith('npx ushirika login')) {
        const begun = terminal.shown().length;
        terminal.type(text);
        await until('it asks for the password', () => terminal.shown().includes('Password: ', begun));
        terminal.type(`${project.owner.password}\n`);
        await until('it has signed in', () => terminal.shown().includes(project.owner.email, begun));
        return { block, answers: [], shown: await terminal.paste('') };
      }
      const attempt = async (): Promise<Pasted> => {
        const shown = await terminal.paste(text);
        return { block, shown, answers: jsonIn(shown) };
      };
      const pasted = await attempt();
      if (!isBusy(pasted)) return pasted;
      // The pages say to send it again.
      return until('it is not busy any more', async () => {
        const again = await attempt();
        return isBusy(again) ? null : again;
      });
    }

    /** Pastes the next block, which begins so. */
    async function next(beginning = '', { refused = false } = {}): Promise<Pasted> {
      const block = taken(beginning);
      const pasted = await paste(block);
      const refusals = pasted.answers.filter(({ error }) => error?.code);
      expect(refusals.length > 0, `${name}: ${block}${pasted.shown}`).toBe(refused);
      return pasted;
    }

    function taken(beginning: string): string {
      const block = blocks.shift() ?? 'no more blocks';
      expect(block.slice(0, beginning.length), name).toBe(beginning);
      return block;
    }

    return {
      project,
      paste,
      next,
      /** Pastes the next block, which goes on, into another terminal. */
      async begin(beginning: string): Promise<Terminal> {
        const other = await open();
        other.type(ofReader(taken(beginning)));
        return other;
      },
      /** Pastes all further blocks. */
      async rest(): Promise<Pasted[]> {
        const pasted: Pasted[] = [];
        while (blocks.length > 0) pasted.push(await next());
        return pasted;
      },
      shows: (text: string) => until(`the terminal shows ${text}`, () => terminal.shown().includes(text)),
    };
  }
});

describe('the examples', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ workers: 'all' });
  });
  afterAll(() => service.stop());

  test('the data model is that of the migrated database', async () => {
    expect(
      (await dataModel(service.ctx.db)) === (await readPage(DATA_MODEL_PAGE)),
      `${DATA_MODEL_PAGE} is out of date: npm run reference`,
    ).toBe(true);
  });

  test('of webhooks: the receiver accepts a real delivery, and nothing else', async () => {
    const project = await createProject(service.anyone);
    const verifyWebhook = await documentedVerifier();
    const receiver = await startReceiver();
    const { body: endpoint } = must(
      await project.key.post('/api/v1/webhook-endpoints', {
        url: receiver.url,
        events: ['payment.completed'],
      }),
    );
    const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody()));
    const { headers, body } = await until('the webhook arrives', () => receiver.received[0]);
    receiver.close();

    expect(verifyWebhook(endpoint.secret, headers, body)).toMatchObject({
      type: 'payment.completed',
      data: { id: payment.id, status: 'completed' },
    });
    const otherSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(() => verifyWebhook(otherSecret, headers, body)).toThrow('does not match');
    expect(() => verifyWebhook(endpoint.secret, headers, `${body} `)).toThrow('does not match');
    expect(() =>
      verifyWebhook(endpoint.secret, { ...headers, 'webhook-timestamp': '1614265330' }, body),
    ).toThrow('too old');
  });
});

type Verifier = (secret: string, headers: IncomingHttpHeaders, body: string) => unknown;

/** The function that docs/concepts/webhooks.md tells receivers to use. */
async function documentedVerifier(): Promise<Verifier> {
  const [source = ''] = codeBlocks(await readPage('docs/concepts/webhooks.md'), 'js');
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    verifyWebhook: Verifier;
  };
  return module.verifyWebhook;
}

async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, port, url: `http://127.0.0.1:${port}/events`, close: () => server.close() };
}
