/** Reconciliation in the dashboard: a statement is dropped, mapped, previewed, imported, decided line by line, and closed. */
import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  holdAnswers,
  loseNextAnswer,
  must,
  saccoInBrowser,
} from '../../harness/index.ts';
import { bookedPayment, importRows, manualPayment } from '../../reconciliation/books.ts';

const STATEMENT = [
  'Receipt;Account;When;What;Amount',
  'T1;R-1;2026-09-02 14:03;Paid in;100,00',
  'T2;R-404;2026-09-03 09:15;Paid in;1.250,00',
  'T3;;2026-09-03 23:59;Charge;5,00-',
  'T4;;2026-09-04 08:00;To bank;90,00-',
  '',
].join('\r\n');

const ROWS = [
  { reference: 'R-7', amount: '100.00', id: 'K1' },
  { amount: '-15.00', id: 'K2', kind: 'Fee' },
];

describe.skipIf(browserIsMissing())('reconciliation in the dashboard', () => {
  const its = saccoInBrowser({ utc_offset_minutes: 180 }, { workers: ['reconciliation-imports'] });

  beforeAll(async () => {
    // What was kept of earlier payments is paid out and charged.
    await bookedPayment(its.service, its.sacco.project.key, 'earlier', { amount: 500 });
  });

  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  const runs = async (): Promise<{ id: string }[]> =>
    must(await its.sacco.project.key.get('/api/v1/reconciliation/runs')).body.runs;

  async function drop(page: Page, name: string, text: string): Promise<void> {
    const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' })`;
    const dataTransfer = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(${file}); return transfer; })()`,
    );
    await page.getByLabel('Statement file').dispatchEvent('drop', { dataTransfer });
  }

  async function choose(page: Page, columns: Record<string, string>): Promise<void> {
    for (const [label, column] of Object.entries(columns))
      await page.getByRole('combobox', { name: label, exact: true }).selectOption(column);
  }

  const rowOf = (page: Page, table: string, text: string): Locator =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

  const isImport = (request: Request): boolean =>
    request.method() === 'POST' &&
    request.url().endsWith('/reconciliation/runs') &&
    !(request.postData() ?? '').includes('"dry_run":true');

  test('a statement is dropped, previewed, imported once, decided and closed', async () => {
    await manualPayment(its.sacco.project.key, 'R-1');
    const { page, complaints, close } = await open('/reconciliation');
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Import a statement' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import a statement' }).waitFor();
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Africa/Nairobi');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Choose the file of the statement').waitFor();
    await expectGoodPage(page);

    await drop(page, 'september.csv', STATEMENT);
    await page.getByRole('combobox', { name: 'Provider', exact: true }).selectOption('manual');
    await page.getByLabel('From', { exact: true }).fill('2026-09-01');
    await page.getByLabel('To', { exact: true }).fill('2026-09-30');
    await choose(page, {
      'Amount column': 'Amount',
      'Reference column': 'Account',
      'Provider id column': 'Receipt',
      'Date column': 'When',
    });
    // A comma begins the decimals: until that is said, each line is named.
    await page.getByRole('alert').getByText('Line 2').waitFor();
    await expectGoodPage(page);
    await page.getByText('How the file is written').click();
    await choose(page, { 'Decimals begin with': ',', 'Kind column': 'What' });
    await page.getByText('In the file: Paid in · Charge · To bank').waitFor();
    await page.getByRole('textbox', { name: 'Payment', exact: true }).fill('Paid in');
    await page.getByRole('textbox', { name: 'Fee', exact: true }).fill('Charge');
    await page.getByRole('textbox', { name: 'Payout', exact: true }).fill('To*');
    await rowOf(page, 'Preview', 'R-404').getByText('1,250.00 KES').waitFor();
    await rowOf(page, 'Preview', 'T4').getByText('Payout', { exact: true }).waitFor();
    await rowOf(page, 'Preview', 'R-1').getByText('Matched', { exact: true }).waitFor();
    await expectGoodPage(page);
    expect(await runs()).toEqual([]);

    const sent: Request[] = [];
    page.on('request', (request) => isImport(request) && sent.push(request));
    let lost = false;
    await page.route('**/reconciliation/runs', async (route) => {
      if (!isImport(route.request()) || lost) return route.fallback();
      lost = true;
      await route.fetch();
      return route.abort('aborted');
    });
    await page.getByRole('button', { name: 'Import' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Statement of Manual in KES' }).waitFor();
    const keys = new Set(sent.map((request) => request.headers()['idempotency-key']));
    expect([sent.length, keys.size]).toEqual([2, 1]);
    expect([...keys][0]).toMatch(/^[\w-]{36}$/);
    expect(await runs()).toHaveLength(1);

    // One line is decided; the answer is lost, and its repeat is refused, as it was decided.
    await page.getByRole('button', { name: 'Unmatched 1' }).click();
    await page.waitForURL('**?match_status=unmatched');
    await rowOf(page, 'Lines', 'R-404').waitFor();
    await expectGoodPage(page);
    await rowOf(page, 'Lines', 'R-404').getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Ignore' });
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Belongs to another branch');
    const showRun = await holdAnswers(page, /\/reconciliation\/runs\/[^/]+$/);
    await loseNextAnswer(page, 'POST', '/resolve');
    await dialog.getByRole('button', { name: 'Resolve' }).dblclick();
    await page.getByText('Line 3 is resolved').waitFor();
    await rowOf(page, 'Lines', 'R-404').getByText('Belongs to another branch').waitFor();

    const settled = await loseNextAnswer(page, 'POST', '/resolve-all');
    for (const [action, line] of [
      ['Settle payment', 'R-1'],
      ['Book fee', 'T3'],
      ['Book payout', 'T4'],
    ] as const) {
      await page.getByRole('button', { name: 'Resolve all' }).click();
      await dialog.getByRole('combobox', { name: 'Action' }).selectOption({ label: action });
      if (action === 'Settle payment') {
        // The page does not know of the decided line yet, which would be counted with the next.
        expect(await dialog.getByRole('button', { name: 'Resolve all' }).isDisabled()).toBe(true);
        showRun();
      }
      await dialog.getByRole('button', { name: 'Resolve all' }).dblclick();
      await dialog.getByText('1 line resolved').waitFor();
      if (action === 'Book fee') await expectGoodPage(page);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'All 4' }).click();
      await rowOf(page, 'Lines', line).getByText(action).waitFor();
    }
    // The first of them twice, because its answer got lost.
    expect(settled()).toBe(4);
    await page.getByText('4 of 4 lines done').waitFor();
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Close run' }).click();
    await page.getByRole('dialog', { name: 'Close this run?' }).waitFor();
    await expectGoodPage(page);
    await loseNextAnswer(page, 'POST', '/close');
    await dialog.getByRole('button', { name: 'Close run' }).click();
    await page.getByText('The run is closed').waitFor();
    await page.getByRole('button', { name: 'Close run' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Reconciliation' }).first().click();
    await rowOf(page, 'Reconciliation', 'september.csv').getByText('Closed').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a preset fills in the columns; what cannot be imported is refused before it is sent', async () => {
    const { page, complaints, close } = await open('/reconciliation/new');
    const field = page.getByLabel('Statement file');
    await field.setInputFiles({
      name: 'year.csv',
      mimeType: 'text/csv',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 'a'),
    });
    await page.getByText('The file has 5.00 MB, and a statement at most 5 MB. Import it in parts.').waitFor();
    await field.setInputFiles({
      name: 'statement.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('PK\u0003\u0004\u0000\u0000', 'latin1'),
    });
    await page.getByText('This is no CSV file: save the statement as CSV (UTF-8) first.').waitFor();
    await expectGoodPage(page);

    const text = readFileSync(
      new URL('../../statements/mpesa-org-portal-preamble.csv', import.meta.url),
      'utf8',
    );
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Statement file' }).click();
    await (
      await chooser
    ).setFiles({ name: 'mpesa.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
    // The file says which preset it is written like, and its days.
    const preset = page.getByRole('combobox', { name: 'Preset' });
    await page.waitForFunction(`document.querySelector('main').innerText.includes('mpesa.csv')`);
    await expect.poll(() => preset.inputValue()).toBe('mpesa_org');
    for (const label of ['From', 'To'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe('22/09/2026');
    const chosen = (label: string): Promise<string> =>
      page.getByRole('combobox', { name: label, exact: true }).inputValue();
    expect(await chosen('Money in column')).toBe('Paid In');
    expect(await chosen('Money out column')).toBe('Withdrawn');
    expect(await chosen('Provider id column')).toBe('Receipt No.');
    expect(await chosen('Amount column')).toBe('');
    await page.getByRole('combobox', { name: 'Provider', exact: true }).selectOption('manual');
    await rowOf(page, 'Preview', 'R-000001').getByText('1,053.00 KES').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-09-23');
    await page.getByLabel('To', { exact: true }).fill('2026-09-24');
    await page.getByText('of days outside this period.').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('lines that cannot be decided are named; payments that the statement leaves out are listed', async () => {
    const missing = await bookedPayment(its.service, its.sacco.project.key, 'R-8');
    const today = new Date().toISOString().slice(0, 10);
    const period = { period_start: today, period_end: today };
    await manualPayment(its.sacco.project.key, 'R-7');
    const first = await importRows(its.sacco.project.key, ROWS, period);
    const second = await importRows(its.sacco.project.key, ROWS, period);
    const { page, complaints, close } = await open(`/reconciliation/${first.id}`);
    await rowOf(page, 'Missing on statement', 'R-8').getByText('100.00 KES').waitFor();
    const link = page.getByRole('link', { name: 'R-8' });
    expect(await link.getAttribute('href')).toBe(`/payments/${missing}`);
    for (const [run, words] of [
      [first, '1 line resolved'],
      [second, '1 line was not resolved'],
    ] as const) {
      await page.goto(`/reconciliation/${run.id}`);
      await page.getByRole('button', { name: 'Resolve all' }).click();
      await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Book fee' });
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve all' }).click();
      await page.getByRole('dialog').getByText(words).waitFor();
    }
    await page.getByRole('dialog').getByRole('alert').getByText('Line 3').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an import that lasts is waited for on the page of its run', async () => {
    its.service.ctx.import_answer_ms = 0;
    const { page, complaints, close } = await open('/reconciliation/new');
    await drop(page, 'october.csv', 'Id,Amount\nP1,1.00\n');
    await page.getByRole('combobox', { name: 'Provider', exact: true }).selectOption('manual');
    await page.getByLabel('From', { exact: true }).fill('2026-10-01');
    await page.getByLabel('To', { exact: true }).fill('2026-10-31');
    await choose(page, { 'Amount column': 'Amount', 'Provider id column': 'Id' });
    await page.getByRole('table', { name: 'Preview' }).waitFor();
    const answer = page.waitForResponse((response) => isImport(response.request()));
    const imports = its.service.ctx.jobs.queues.get('reconciliation-imports');
    await imports?.pause();
    await page.getByRole('button', { name: 'Import' }).click();
    expect((await answer).status()).toBe(202);
    await imports?.resume();
    await rowOf(page, 'Lines', 'P1').waitFor();
    await page.getByText('october.csv').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
