/** What the documentation's examples show happens: every page is run as a reader would run it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_MODEL_PAGE, dataModel } from '../../commands/reference.ts';
import {
  createProject,
  must,
  paymentBody,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { codeBlocks, PAGES, readPage } from '../harness/pages.ts';

/** Where the examples expect the service. */
const EXAMPLE_URL = 'http://127.0.0.1:3000';

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

  test('of curl succeed, one after the other on each page', async () => {
    let commands = 0;
    for (const page of PAGES) commands += (await runPage(page)).length;
    expect(commands).toBeGreaterThan(30);
  });

  test("of a SACCO's first day: the statement and the tills say what the page says", async () => {
    const bodies = (await runPage('docs/getting-started-sacco.md')).map((text) => JSON.parse(text));
    expect(
      bodies.find(({ status, kind }) => status === 'awaiting_approval' && kind === 'withdrawal'),
    ).toBeTruthy();
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
  });

  test("of a SACCO's first loan: the schedule, what is owed and what is left are as the page says", async () => {
    const bodies = (await runPage('docs/getting-started-sacco.md')).map((text) => JSON.parse(text));
    expect(bodies.find(({ approval }) => approval?.kind === 'loan_disbursement')).toMatchObject({
      entry: { status: 'posted', amount: '40000.00', fee: '400.00' },
      loan: { status: 'open', guarantors: [{ amount: '20000.00', status: 'held' }], schedule: { length: 6 } },
    });
    expect(bodies.findLast(({ schedule }) => schedule)).toMatchObject({
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

  test('of the README: the payment completes, is booked and shows as balance', async () => {
    const [pay = '', accounts = ''] = curls(await readPage('README.md'));
    const variables = variablesOf(await createProject(service.anyone));
    expect(JSON.parse((await runCurl(pay, variables)).text)).toMatchObject({ status: 'pending' });
    const merchant = await until('the merchant has the money', async () => {
      const { text } = await runCurl(accounts, variables);
      const { accounts: all }: { accounts: { kind: string; balance: string }[] } = JSON.parse(text);
      return all.find(({ kind, balance }) => kind === 'merchant_available' && balance !== '0.00');
    });
    expect(merchant.balance).toBe('150.50');
  });

  test('of idempotency: the repeat is answered from the first', async () => {
    const [pay = ''] = curls(await readPage('docs/concepts/idempotency.md'));
    const variables = variablesOf(await createProject(service.anyone));
    const first = await runCurl(pay, variables);
    const second = await runCurl(pay, variables);
    expect(second.text).toBe(first.text.replace('"replayed":false', '"replayed":true'));
    expect(second.headers.get('x-cache')).toBe('HIT-IDEMPOTENCY');
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

  const answers = new Map<string, Promise<string[]>>();

  /** Runs a page's examples as a reader would, once, in a project of their own. @returns their answers */
  function runPage(page: string): Promise<string[]> {
    const running = answers.get(page) ?? runExamples(page);
    answers.set(page, running);
    return running;
  }

  async function runExamples(page: string): Promise<string[]> {
    const examples = curls(await readPage(page));
    if (examples.length === 0) return [];
    const variables = variablesOf(await createProject(service.anyone));
    const texts: string[] = [];
    for (const example of examples) {
      const captured = CAPTURED.exec(example);
      const { status, text } = await runUntilFree(captured?.[2] ?? example, variables);
      expect(status, `${page}: ${example}\n${text}`).toBeLessThan(300);
      if (captured) variables[captured[1] as string] = picked(JSON.parse(text), captured[3] as string);
      texts.push(text);
    }
    return texts;
  }

  /** What the examples' shell variables stand for. */
  function variablesOf(project: Project): Record<string, string> {
    return {
      URL: service.url,
      EMAIL: project.owner.email,
      PASSWORD: project.owner.password,
      // Where the SACCO is it may be tomorrow already.
      TODAY: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      KEY: project.key.headers['x-api-key'] as string,
      SESSION: (project.owner.client.headers['authorization'] as string).replace('Bearer ', ''),
      PROJECT: project.id,
      LATER: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      DUE: new Date(Date.now() + 15 * 86_400_000).toISOString(),
    };
  }
});

/** `NAME=$(curl … | jq -r .path)`: an answer's field that later examples use. */
const CAPTURED = /^([A-Z]+)=\$\((curl .*) \| jq -r '?(\.[^\s']+)'?\)$/;

/** The text at a path of jq's, such as `.projects[0].id`. */
function picked(answer: unknown, path: string): string {
  let value = answer;
  for (const [, name = ''] of path.matchAll(/[.[](\w+)\]?/g))
    value = (value as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`there is no text at ${path}`);
  return value;
}

/** The curl commands of a page, each on one line. */
function curls(markdown: string): string[] {
  return codeBlocks(markdown, 'bash')
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => /^([A-Z]+=\$\()?curl /.test(line));
}

/** Sends it again while it is answered 503 `busy`, as the pages say. */
async function runUntilFree(
  command: string,
  variables: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return until('the loan is free', async () => {
    const answer = await runCurl(command, variables);
    return answer.status === 503 && JSON.parse(answer.text).error.reason === 'busy' ? null : answer;
  });
}

/** Does what curl would do, for the few options that the examples use. */
async function runCurl(
  command: string,
  variables: Record<string, string>,
): Promise<{ status: number; headers: Headers; text: string }> {
  const [, ...words] = shellWords(command, variables);
  let url = '';
  let method: string | undefined;
  let body: string | undefined;
  const headers: [string, string][] = [];
  while (words.length > 0) {
    const word = words.shift() as string;
    if (word === '-H') headers.push((words.shift() as string).split(/: */) as [string, string]);
    else if (word === '-d') body = words.shift();
    else if (word === '-X') method = words.shift();
    else if (word !== '-s') url = word;
  }
  const response = await fetch(url.replace(EXAMPLE_URL, variables['URL'] as string), {
    headers,
    ...(body === undefined ? {} : { method: method ?? 'POST', body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function shellWords(command: string, variables: Record<string, string>): string[] {
  const expand = (text: string): string =>
    text.replaceAll(/\$([A-Z]+)/g, (whole, name: string) => variables[name] ?? whole);
  return [...command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, literal, quoted, bare]) => literal ?? expand(quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? ''),
  );
}

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
  return { received, url: `http://127.0.0.1:${port}/events`, close: () => server.close() };
}
