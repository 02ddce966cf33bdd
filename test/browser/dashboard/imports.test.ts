/** Imports at cut-over in the dashboard: files that are wrong and then right, a second person, and the members who were brought along. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  approveOnPhone,
  browserIsMissing,
  chooseFile,
  csvTable,
  decide,
  expectGoodPage,
  IMPORTS,
  memberRow,
  must,
  saccoInBrowser,
  WORDS,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('imports at cut-over in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: ['bulk-movements'] });
  const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

  test('files are checked until they are right, requested by the admin, and imported by the checker', async () => {
    const { sacco } = its;
    const { page, complaints, close } = await its.open(sacco.people.admin, { path: '/treasury' });
    await page.getByRole('link', { name: 'Imports at cut-over' }).click();
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Bring present members along' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bring present members along' }).waitFor();
    const template = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template: Members' }).click();
    expect((await template).suggestedFilename()).toBe('members.csv');
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByText('Choose the file of members').waitFor();
    await page.getByText('Choose a date').waitFor();
    await expectGoodPage(page);

    const [one, two] = [memberRow('A-1', { savings: '500.00' }), memberRow('A-2', { savings: '300.00' })];
    const doubled = { ...two, phone: one['phone'] as string };
    await chooseFile(field(page, 'Members'), csvTable([one, doubled]));
    await field(page, 'As of').fill('2026-01-31');
    await field(page, 'Cash on hand (optional)').fill('700');
    await field(page, 'Memo').fill('brought along');
    await page.getByRole('button', { name: 'Check the files' }).click();
    const wrong = table(page, 'Errors').getByRole('row', { name: /3 phone/ });
    await wrong.getByText('"phone" is that of line 2, too').waitFor();
    await expectGoodPage(page);
    expect(must(await sacco.maker.get(IMPORTS)).body.imports).toEqual([]);

    await chooseFile(field(page, 'Members'), csvTable([one, two]));
    await table(page, 'Errors').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByText('The files can be imported. Compare the sums with your books.').waitFor();
    await page.getByText('800.00 KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Request the import' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import as of' }).waitFor();
    await page.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await expectGoodPage(page);

    const checker = await its.open(sacco.people.checker, { path: '/approvals', is_phone: true });
    const effect = checker.page.getByRole('article', { name: /^Import of 2 members/ }).getByRole('table');
    await effect
      .getByText(/100\.00 KES/)
      .first()
      .waitFor();
    await approveOnPhone(checker.page, /^Import of 2 members/);
    expect(checker.complaints).toEqual([]);
    await checker.close();

    await page.reload();
    await page.getByText('Imported', { exact: true }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: '‹ Imports at cut-over' }).click();
    await table(page, 'Imports at cut-over').getByText('Imported').waitFor();
    await expectGoodPage(page);
    await page.goto(new URL('/members', page.url()).href);
    await page.getByRole('link', { name: 'Member A-2' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(Object.keys(WORDS) as (keyof typeof WORDS)[])('the pages in %s, on a phone', async (language) => {
    const { sacco } = its;
    const body = { cut_over_date: '2026-01-31', memo: 'more', idempotency_key: crypto.randomUUID() };
    const members_csv = csvTable([memberRow(`L-${language}`, { shares: '5.00' })]);
    const asked = must(await sacco.admin.post(IMPORTS, { ...body, members_csv })).body;
    const words = WORDS[language].imports;
    const { page, complaints, close } = await its.open(sacco.people.admin, {
      language,
      path: '/imports',
      is_phone: true,
    });
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    await page.locator(`a[href$="${asked.id}"]`).waitFor();
    await expectGoodPage(page);
    await page.locator(`a[href$="${asked.id}"]`).tap();
    await page
      .getByRole('heading', { level: 1 })
      .getByText(/\d{4}|2018/)
      .waitFor();
    await expectGoodPage(page);
    await page.goto(new URL('/imports/new', page.url()).href);
    await page.getByRole('button', { name: words.check }).tap();
    await page.getByText(words.choose_members).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
    must(await decide(sacco, asked.approval_id, 'reject', { note: 'not now' }));
  });
});
