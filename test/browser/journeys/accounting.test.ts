/** The books in the dashboard: reports of days, their CSV, and the closing of a period, on which somebody else decides. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  earnFees,
  expectGoodPage,
  must,
  screenshot,
  setTestClock,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the books in the dashboard', () => {
  const its = saccoInBrowser();

  let first_day: string;

  beforeAll(async () => {
    await earnFees(its.sacco, [50_000]);
    const { body } = must(await its.sacco.maker.get('/api/v1/accounting/general-ledger'));
    first_day = body.lines[0].date;
    const now = new Date(Date.parse(first_day) + 36 * 3_600_000).toISOString();
    await setTestClock(its.sacco.project, now);
  });

  test('each report of a day, and its file', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: `/accounting/trial-balance?from=${first_day}&to=${first_day}`,
    });
    const cell = (table: string, row: RegExp) =>
      page.getByRole('table', { name: table }).getByRole('row', { name: row });
    await page.getByRole('heading', { level: 1, name: 'Accounting' }).waitFor();
    await cell('Trial balance KES', /Cash on hand.*1,500.00 KES/).waitFor();
    await page.getByText('The books balance').waitFor();
    const foot = page.getByRole('table', { name: 'Trial balance KES' }).locator('tfoot');
    const closing = await foot.locator('[data-label^="Closing"] data').all();
    const [debits, credits] = await Promise.all(closing.map((each) => each.getAttribute('value')));
    expect(debits).toBe(credits);
    expect(Number(debits)).toBeGreaterThan(0);
    await expectGoodPage(page);
    await screenshot(page, 'trial-balance');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`trial-balance-${first_day}-${first_day}.csv`);

    await page.goto(`${its.service.url}/accounting/general-ledger?from=${first_day}&to=${first_day}`);
    await cell('General ledger', /Entrance fee.*Fee income/).waitFor();
    await page.getByRole('combobox', { name: 'Account' }).selectOption('member_shares');
    await page
      .getByRole('table', { name: 'General ledger' })
      .getByRole('row')
      .nth(2)
      .waitFor({ state: 'detached' });
    await cell('General ledger', /Share purchase.*500.00 KES/).waitFor();
    // Of one account: the balance after each line; the member by name, and the movement, as links.
    const line = cell('General ledger', /Share purchase/);
    await line.getByText('500.00 KES Cr').waitFor();
    expect(await line.getByRole('link').count()).toBe(2);
    await expectGoodPage(page);
    await screenshot(page, 'general-ledger');

    await page.goto(`${its.service.url}/accounting/income-statement?from=${first_day}&to=${first_day}`);
    await cell('Income statement KES', /Surplus.*1,000.00 KES.*0.00 KES.*0.00 KES/).waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'income-statement');
    await page.goto(`${its.service.url}/accounting/balance-sheet`);
    await cell('Balance sheet KES', /Total assets.*1,500.00 KES/).waitFor();
    await cell('Balance sheet KES', /Accumulated surplus.*1,000.00 KES/).waitFor();
    for (const header of ['A month before', 'A year before'])
      await page.getByRole('columnheader', { name: header }).waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'balance-sheet');
    // Each figure opens the lines behind it.
    await cell('Balance sheet KES', /Cash on hand/)
      .getByRole('link', { name: '1,500.00 KES' })
      .click();
    await page.getByRole('tab', { name: 'General ledger', selected: true }).waitFor();
    await cell('General ledger', /Share purchase.*500.00 KES/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Account' }).inputValue()).toBe('cash_on_hand');
    await page.goto(`${its.service.url}/accounting/trial-balance?from=2020-01-01&to=2020-01-02`);
    await cell('Trial balance KES', /Cash on hand.*0.00 KES/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a period is asked for by an admin, once, and closed by a checker', async () => {
    const asking = await its.open(its.sacco.people.admin, {
      path: '/accounting/periods',
    });
    const { page } = asking;
    await page.getByText('Nothing here yet').waitFor();
    await page.getByRole('button', { name: 'Close a period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close a period' });
    await dialog.getByRole('button', { name: 'Close a period' }).click();
    await dialog.getByText('Choose a day').waitFor();
    await expectGoodPage(page);
    await dialog.getByLabel('Last day').fill(first_day);
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('The day is over');
    await dialog.getByRole('button', { name: 'Close a period' }).dblclick();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Periods' }).getByRole('row').nth(1);
    await row.getByText('Closing').waitFor();
    expect(await page.getByRole('button', { name: 'Close a period' }).count()).toBe(0);

    const deciding = await its.open(its.sacco.people.checker, {
      path: '/approvals',
    });
    const request = deciding.page.getByRole('article', { name: /Close the books/ });
    await request.getByRole('button', { name: 'Approve' }).click();
    const question = deciding.page.getByRole('dialog', { name: 'Approve this?' });
    await question.getByRole('button', { name: 'Approve' }).click();
    await deciding.page.getByText(/Approved by/).waitFor();
    expect(deciding.complaints).toEqual([]);
    await deciding.close();

    await page.reload();
    await row.getByText('Closed').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'periods');
    await page.getByRole('button', { name: 'Reopen the last period' }).waitFor();
    expect(asking.complaints).toEqual([]);
    await asking.close();
  });
});
