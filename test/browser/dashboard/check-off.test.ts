/** Batches and check-off in the dashboard: a teller splits a sum, an accountant records what an employer remitted, a checker decides. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  approveOnPhone,
  BATCHES,
  batchBody,
  browserIsMissing,
  chooseFile,
  csvTable,
  decide,
  expectGoodPage,
  held,
  loseNextAnswer,
  moving,
  must,
  newAccount,
  newMember,
  saccoInBrowser,
  WORDS,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('batches and check-off in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: ['bulk-movements'] });
  let member: string;
  let member_no: string;

  beforeAll(async () => {
    member = await newMember(its.sacco);
    ({ member_no } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}`)).body);
    await newAccount(its.sacco, '1100');
  });

  const approve = async (summary: RegExp): Promise<void> => {
    const { page, complaints, close } = await its.open(its.sacco.people.checker, {
      path: '/approvals',
      is_phone: true,
    });
    await approveOnPhone(page, summary);
    expect(complaints).toEqual([]);
    await close();
  };
  const lines = (page: Page) => page.getByRole('table', { name: 'Lines' });

  test('a sum is split by a file: what is wrong is named, an answer is lost, a line fails', async () => {
    const { sacco } = its;
    const leaver = await newMember(sacco);
    const { member_no: leaver_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${leaver}`)).body;
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: '/treasury' });
    await page.getByRole('main').getByRole('link', { name: 'Batches' }).click();
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Split a sum by a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split a sum by a file' });
    await dialog.getByRole('button', { name: 'Split a sum by a file' }).click();
    for (const said of ['Choose the file', 'Enter an amount', 'Say why'])
      await dialog.getByText(said, { exact: true }).waitFor();
    await expectGoodPage(page);
    const rows = (kind: string) =>
      csvTable([
        { member_no, kind: 'deposit', amount: '120.00' },
        { member_no: leaver_no, kind, amount: '30.00' },
      ]);
    await chooseFile(dialog.getByLabel('File', { exact: true }), rows('gift'));
    await dialog.getByRole('combobox', { name: 'Where the money came in' }).selectOption('Cash');
    await dialog.getByLabel('Amount', { exact: true }).fill('150');
    await dialog.getByLabel('Memo', { exact: true }).fill('market day');
    await dialog.getByRole('button', { name: 'Split 150.00 KES' }).click();
    await dialog.getByText('Line 3: "kind" must be one of').waitFor();
    await expectGoodPage(page);
    await chooseFile(dialog.getByLabel('File', { exact: true }), rows('deposit'));
    const sent = await loseNextAnswer(page, 'POST', '/movement-batches');
    await dialog.getByRole('button', { name: 'Split 150.00 KES' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    expect(sent()).toBe(2);
    expect(must(await sacco.maker.get(BATCHES)).body.movement_batches).toHaveLength(1);
    const leaving = { memo: 'moves away', idempotency_key: crypto.randomUUID() };
    const exit = must(await sacco.maker.post(`/api/v1/sacco/members/${leaver}/exit`, leaving));
    must(await decide(sacco, exit.body.approval_id));
    await approve(/split into 2 lines: market day/);

    await page.goto(new URL('/batches', page.url()).href);
    await page.getByRole('link', { name: 'market day' }).click();
    await page.getByRole('heading', { level: 1, name: 'market day' }).waitFor();
    await page.getByRole('link', { name: 'Unallocated money' }).first().waitFor();
    await lines(page).getByText('120.00 KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('combobox', { name: 'Status of the lines' }).selectOption('Failed');
    await lines(page).getByText('120.00 KES').waitFor({ state: 'detached' });
    await lines(page).getByText('30.00 KES').waitFor();
    await expectGoodPage(page);
    expect(await held(sacco.maker, member)).toEqual({ savings: 12_000, shares: 0 });
    expect(complaints).toEqual([]);
    await close();
  });

  test('an employer is defined, a member gets it, and what it remits is split', async () => {
    const { sacco } = its;
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: '/treasury' });
    await page.getByRole('main').getByRole('link', { name: 'Employers' }).click();
    await page.getByRole('button', { name: 'New employer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New employer' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter the name').waitFor();
    await dialog.getByText('Enter a day from 1 to 31').waitFor();
    await expectGoodPage(page);
    await dialog.getByLabel('Name', { exact: true }).fill('Tea Factory');
    await dialog.getByLabel('Code', { exact: true }).fill('TEA');
    await dialog.getByLabel('Pay day', { exact: true }).fill('28');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Tea Factory' }).waitFor();
    await expectGoodPage(page);

    await page.goto(new URL(`/members/${member}`, page.url()).href);
    await page.getByRole('button', { name: 'Set the employer' }).click();
    const employing = page.getByRole('dialog', { name: 'Set the employer' });
    await employing.getByRole('combobox', { name: 'Employer' }).selectOption('Tea Factory');
    await employing.getByLabel('Payroll number', { exact: true }).fill('P-1');
    await expectGoodPage(page);
    await employing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Tea Factory' }).waitFor();
    must(await sacco.maker.patch(`/api/v1/sacco/members/${member}`, { contribution: '500.00' }));

    await page.getByRole('link', { name: 'Tea Factory' }).click();
    const advice = page.getByRole('table', { name: 'To deduct' });
    await advice.getByText('500.00 KES').first().waitFor();
    await expectGoodPage(page);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^advice-\d{4}-\d{2}\.csv$/);
    await page.getByRole('button', { name: 'Record what was remitted' }).click();
    const remitting = page.getByRole('dialog', { name: 'Record what was remitted' });
    await chooseFile(
      remitting.getByLabel('File', { exact: true }),
      csvTable([
        { payroll_no: 'P-1', amount: '400.00' },
        { payroll_no: 'X-9', amount: '20.00' },
      ]),
    );
    await remitting.getByRole('combobox', { name: 'Bank account' }).selectOption('1100');
    await remitting.getByLabel("Bank's reference", { exact: true }).fill('TT-77');
    await remitting.getByLabel('Amount', { exact: true }).fill('420');
    await remitting.getByLabel('Memo', { exact: true }).fill('pay day');
    await expectGoodPage(page);
    await remitting.getByRole('button', { name: 'Split 420.00 KES' }).click();
    await remitting.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await approve(/of Tea Factory for/);

    await page.reload();
    await advice.getByText('100.00 KES').first().waitFor();
    await page.getByRole('table', { name: 'Remittances' }).getByText('420.00 KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('table', { name: 'Remittances' }).getByRole('link').click();
    await lines(page).getByText('X-9').waitFor();
    await expectGoodPage(page);
    expect(await held(sacco.maker, member)).toEqual({ savings: 52_000, shares: 0 });
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(Object.keys(WORDS) as (keyof typeof WORDS)[])('the pages in %s, on a phone', async (language) => {
    const { sacco } = its;
    const [saver, number] = [member, member_no];
    must(await sacco.maker.post(`/api/v1/sacco/members/${saver}/deposits`, moving(1)));
    const memo = `field day ${language}`;
    const rows = [{ member_no: number, kind: 'deposit', amount: '1.00' }];
    const asked = must(await sacco.maker.post(BATCHES, batchBody(rows, 100, { memo }))).body;
    const employer = must(
      await sacco.maker.post('/api/v1/sacco/employers', {
        name: `Mill ${language}`,
        code: language,
        pay_day: 1,
      }),
    ).body;
    const { batches, employers } = WORDS[language];
    const { page, complaints, close } = await its.open(sacco.people.maker, {
      language,
      path: '/batches',
      is_phone: true,
    });
    await page.getByRole('heading', { level: 1, name: batches.title }).waitFor();
    await page.getByRole('link', { name: memo }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: batches.new }).tap();
    await page.getByRole('dialog', { name: batches.new }).getByText(batches.columns).waitFor();
    await expectGoodPage(page);
    await page.goto(new URL(`/batches/${asked.id}`, page.url()).href);
    await page.getByRole('table', { name: batches.lines }).getByText('1.00 KES').waitFor();
    await expectGoodPage(page);
    await page.goto(new URL('/employers', page.url()).href);
    await page.getByRole('heading', { level: 1, name: employers.title }).waitFor();
    await page.getByRole('link', { name: employer.name }).tap();
    await page.getByRole('button', { name: employers.remit }).tap();
    await page.getByRole('dialog', { name: employers.remit }).getByText(employers.columns).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
    must(await decide(sacco, asked.approval_id, 'reject', { note: 'counted anew' }));
  });
});
