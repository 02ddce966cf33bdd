/** What commands print for people: the lists inside a resource, tables that fit, and members by their numbers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconciliationJobs } from '../../domain/reconciliation/index.ts';
import { createWorld, type World } from '../api/samples.ts';
import { Cli } from '../harness/cli.ts';
import {
  createSacco,
  lend,
  moving,
  must,
  newProduct,
  newSaver,
  sharedService,
  until,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let world: World;
let sacco: Sacco;
/** In the projects of the world and of the SACCO. */
let in_world: Cli;
let in_sacco: Cli;
let member: string;
let member_no: string;
let product: string;

beforeAll(async () => {
  service = await sharedService();
  world = await createWorld(service);
  sacco = await createSacco(service);
  in_world = await Cli.open(keyOf(world.project));
  in_sacco = await Cli.open(keyOf(sacco.project));
  member = await newSaver(sacco, 500_000);
  ({ member_no } = must(await sacco.project.key.get(`/api/v1/sacco/members/${member}`)).body);
  product = await newProduct(sacco);
});
afterAll(async () => {
  await in_world.close();
  await in_sacco.close();
  await service.stop();
});

function keyOf({ key }: Pick<Sacco['project'], 'key'>): Record<string, string> {
  return { USHIRIKA_URL: service.url, USHIRIKA_API_KEY: key.headers['x-api-key'] ?? '' };
}

async function printed(cli: Cli, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.runHere(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

test('a statement shows the movements of each account', async () => {
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(12_345)));
  const text = await printed(in_sacco, [
    'members',
    'statement',
    member,
    '--from',
    '2020-01-01',
    '--to',
    '2099-12-31',
  ]);
  expect(text).toMatch(
    /\n\naccounts 1\nkind +member_savings\nsavings_account_id +sav_\w+\nopening_balance +0\.00\nclosing_balance +5123\.45\n/,
  );
  expect(text).toMatch(
    /\n\naccounts 1 movements\ndate +kind +amount +balance_after +description\n\S+ +deposit +5000\.00 +5000\.00.*\n\S+ +deposit +123\.45 +5123\.45/,
  );
});

test('a dividend shows its lines, and a collection sheet its loans', async () => {
  const { dividend = '' } = world.ids;
  const lines = (await printed(in_world, ['dividends', 'get', dividend])).split('\n\nlines\n')[1];
  expect(lines).toMatch(/^member_no +full_name +amount +status +shares +interest_paid +error\nM00001 /);
  const application = { member_id: member, product_id: product, amount_minor: 60_000, term: 2 };
  const { id, schedule } = await lend(sacco, application);
  const sheet = await printed(in_sacco, ['reports', 'collection-sheet', '--date', schedule[0].due_date]);
  const loans = sheet.split('\n\nloans\n')[1];
  expect(loans).toMatch(/^loan_id +member_no +full_name +due/);
  expect(loans).toContain(`\n${id}`.slice(1));
});

test('the line of a statement shows the id of the provider, and is resolved by its number', async () => {
  const { run = '' } = world.ids;
  const lines = await printed(in_world, ['recon', 'lines', run]);
  expect(lines).toMatch(/^line_no +provider_txn_id +state +match_status +kind +amount/);
  expect(lines).toMatch(/\n2 +P1 /);
  const resolved = await printed(in_world, [
    'recon',
    'resolve',
    run,
    '2',
    '--action',
    'ignore',
    '--note',
    'seen',
    '--json',
  ]);
  expect(JSON.parse(resolved)).toMatchObject({ line_no: 2, resolution: { action: 'ignore' } });
});

test('tables fit 80 columns, and --wide shows all of them', async () => {
  const narrow = (await printed(in_sacco, ['entries', 'list'])).trimEnd().split('\n');
  for (const line of narrow) expect(line.length).toBeLessThanOrEqual(80);
  expect(narrow[0]).toMatch(/^id +kind +status +amount/);
  expect(narrow[0]).not.toContain('created_at');
  const [wide] = (await printed(in_sacco, ['entries', 'list', '--wide'])).split('\n');
  expect(wide).toMatch(/^id +kind +status +amount +currency +member_no +created_at$/);
});

test('a member is named by the number wherever the id is taken', async () => {
  expect(JSON.parse(await printed(in_sacco, ['members', 'get', member_no, '--json']))).toMatchObject({
    id: member,
    member_no,
  });
  await printed(in_sacco, ['members', 'deposit', member_no, '--amount', '1']);
  const guarantor = await newSaver(sacco, 10_000);
  const { member_no: other_no } = must(
    await sacco.project.key.get(`/api/v1/sacco/members/${guarantor}`),
  ).body;
  const applied = await printed(in_sacco, [
    'loans',
    'apply',
    '--member-id',
    member_no,
    '--product-id',
    product,
    '--amount',
    '100',
    '--term',
    '2',
    '--guarantor',
    `${other_no}=1`,
    '--json',
  ]);
  expect(JSON.parse(applied)).toMatchObject({ member_id: member, guarantors: [{ member_id: guarantor }] });
  const listed = JSON.parse(await printed(in_sacco, ['loans', 'list', '--member-id', member_no, '--json']));
  expect(listed.loans[0].member_id).toBe(member);
  expect(await in_sacco.runHere(['loans', 'list', '--member-id', 'M99999'])).toMatchObject({ code: 4 });
});

test('an endpoint is made from a body alone, and by its address', async () => {
  const body = JSON.stringify({ url: 'https://shop.example/hooks', events: ['payment.completed'] });
  const from_body = await printed(in_sacco, ['webhooks', 'endpoints', 'create', '--data', body, '--json']);
  expect(JSON.parse(from_body)).toMatchObject({ url: 'https://shop.example/hooks', mode: 'push' });
  const by_address = await printed(in_sacco, [
    'webhooks',
    'endpoints',
    'create',
    'https://shop.example/other',
    '--data',
    body,
    '--json',
  ]);
  expect(JSON.parse(by_address)).toMatchObject({ url: 'https://shop.example/other' });
  expect(await in_sacco.runHere(['webhooks', 'endpoints', 'create'])).toMatchObject({ code: 1 });
});

test('the statuses of lines that count are named one by one or together', async () => {
  const file = join(in_sacco.folder, 'statement.csv');
  await writeFile(file, 'Id,Amount,State\nP1,1.00,Completed\nP2,2.00,Failed\nP3,3.00,Paid\nP4,4.00,Done\n');
  const importing = [
    'recon',
    'import',
    file,
    '--provider',
    'manual',
    '--currency',
    'KES',
    '--default-kind',
    'payout',
    '--from',
    '2026-01-01',
    '--to',
    '2026-12-31',
    '--column',
    'amount=Amount',
    '--column',
    'provider_txn_id=Id',
    '--status-column',
    'State',
    '--dry-run',
    '--json',
  ];
  const lines = async (flags: string[]): Promise<number> =>
    JSON.parse(await printed(in_sacco, [...importing, ...flags])).lines;
  expect(await lines(['--ok-status', 'Completed', '--ok-status', 'Paid'])).toBe(2);
  expect(await lines(['--ok-statuses', 'Completed,Paid', '--ok-status', 'Done'])).toBe(3);
});

test('the lines that a decision about all of them does not fit are shown with the reason', async () => {
  const file = join(in_sacco.folder, 'payouts.csv');
  await writeFile(file, 'Id,Amount\nP1,1000000.00\n');
  const imported = in_sacco.runHere([
    'recon',
    'import',
    file,
    '--provider',
    'manual',
    '--currency',
    'KES',
    '--default-kind',
    'payout',
    '--from',
    '2026-01-01',
    '--to',
    '2026-12-31',
    '--column',
    'amount=Amount',
    '--column',
    'provider_txn_id=Id',
    '--json',
  ]);
  const runs = service.ctx.db('reconciliation_runs').where({ project_id: sacco.project.id });
  const { id } = await until('the statement is there', () =>
    runs.clone().first<{ id: string } | undefined>(),
  );
  await reconciliationJobs.importRun(service.ctx, id);
  expect(await imported).toMatchObject({ code: 0 });
  const decide = ['recon', 'resolve-all', id, '--action', 'book_payout'];
  expect(await in_sacco.runHere(decide)).toMatchObject({
    code: 1,
    stdout: 'line_no  error\n2        exceeds_credits\nok 0 failed 1\n',
  });
  expect(await in_sacco.runHere([...decide, '--wide'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^line_no +error +message +id\n2 +exceeds_credits +\S.* rln_\w+\nok 0 failed 1\n$/,
    ),
  });
});

test.each([
  ['webhook-endpoints list', 'webhooks endpoints'],
  ['wallet-topups get pay_1', 'topups'],
  ['reconciliation runs', 'recon'],
  ['membrs list', 'members'],
])('%s hints at %s', async (words, hint) => {
  const { code, stderr } = await in_sacco.runHere(words.split(' '));
  expect(code).toBe(2);
  expect(stderr).toMatch(
    new RegExp(`^error: unknown command '.+'\\n?\\s*\\(Did you mean (ushirika )?${hint}\\?\\)`),
  );
});
