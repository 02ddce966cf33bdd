/** Reports over the loan book: what is late, what is to be collected, what is provided for. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  decide,
  expectGoodPage,
  must,
  newProduct,
  newSaver,
  openLoan,
  PHONE,
  type DashboardPage,
  type Person,
  setTestClock,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the reports of the dashboard', () => {
  const its = saccoInBrowser();

  let product: string;

  beforeAll(async () => {
    const moveTo = async (date: string): Promise<void> => {
      const now = `${date}T09:00:00Z`;
      await setTestClock(its.sacco.project, now);
    };
    await moveTo('2035-01-31');
    product = await newProduct(its.sacco, { fee_bps: 0 });
    const guarantors = [{ member_id: await newSaver(its.sacco, 100_000), amount_minor: 50_000 }];
    const member_id = await newSaver(its.sacco, 100);
    await openLoan(its.sacco, { product_id: product, member_id, amount_minor: 600_000, term: 6, guarantors });
    await moveTo('2035-03-03');
  });

  const open = (path: string, who: Person = its.sacco.people.maker): Promise<DashboardPage> =>
    its.open(who, { path });

  test('the ageing shows every class, and asks a second person to provide for losses, once', async () => {
    const { page, complaints, close } = await open('/reports/ageing');
    await page.getByRole('region', { name: 'Principal outstanding' }).getByText('6,000.00 KES').waitFor();
    await page.getByRole('region', { name: 'To be provided for' }).getByText('300.00 KES').waitFor();
    await page.getByRole('region', { name: 'Provided for so far' }).getByText('0.00 KES').waitFor();
    const table = page.getByRole('table', { name: 'Loans by class' });
    expect(await table.getByRole('row').count()).toBe(6);
    const watch = table.getByRole('row').filter({ hasText: 'Watch' });
    expect(await watch.getByRole('cell').allTextContents()).toEqual([
      'Watch',
      '1',
      '5.00%',
      '1',
      '6,000.00 KES',
      '1,053.15 KES',
      '300.00 KES',
    ]);
    expect(await page.getByRole('button', { name: 'Change classes' }).count()).toBe(0);
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Provide for losses' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The required provision is 300.00 KES').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('End of February');
    await dialog.getByRole('button', { name: 'Request the provision' }).dblclick();
    await dialog.getByText('Waiting for approval').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals).toHaveLength(1);
    must(await decide(its.sacco, approvals[0].id));
    await page.reload();
    await page.getByRole('region', { name: 'Provided for so far' }).getByText('300.00 KES').waitFor();
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  test('the arrears say whom to call, and can be taken along as CSV', async () => {
    const { page, complaints, close } = await open('/reports/arrears');
    const table = page.getByRole('table', { name: 'Arrears' });
    const row = table.getByRole('row').nth(1);
    await row.getByText('1,053.15 KES').waitFor();
    expect(await row.getByRole('cell').nth(2).textContent()).toBe('3Watch');
    const phones = await row.getByRole('link').filter({ hasText: '+' }).all();
    expect(phones).toHaveLength(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('arrears-2035-03-03.csv');
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv).toMatch(/^loan_id,member_id,.*\r\n.*,3,watch,963\.15,90\.00,1053\.15,6000\.00,/);
    await expectGoodPage(page);
    await page.getByLabel('Days late, at least').selectOption('31');
    await page.getByText('No loan is this late.').waitFor();
    expect(page.url()).toContain('min_days=31');
    expect(complaints).toEqual([]);
    await close();
  });

  test('the collection sheet opens on today', async () => {
    const { page, complaints, close } = await open('/reports/collection-sheet');
    await expect.poll(() => page.getByLabel('Day', { exact: true }).inputValue()).toBe('03/03/2035');
    expect(complaints).toEqual([]);
    await close();
  });

  test('the collection sheet of a day ahead says what there will be to collect', async () => {
    const { page, complaints, close } = await open('/reports/collection-sheet?date=2035-03-31');
    const row = page.getByRole('table', { name: 'Collection sheet' }).getByRole('row').nth(1);
    await row.getByText('2,158.96 KES').waitFor();
    expect((await row.getByRole('cell').allTextContents()).slice(2)).toEqual([
      '1,053.15 KES',
      '1,105.81 KES',
      '2,158.96 KES',
    ]);
    await page.getByText('if nothing is paid until then').waitFor();
    await page.setViewportSize(PHONE.viewport);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the portfolio is grouped by product, officer or class', async () => {
    const { page, complaints, close } = await open('/reports/portfolio');
    const table = page.getByRole('table', { name: 'Portfolio by group' });
    await table.getByText('6,000.00 KES').waitFor();
    await page.getByLabel('Group by').selectOption('Class');
    await table.getByRole('cell', { name: 'Watch' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'Ageing' }).click();
    await page.waitForURL(/\/reports\/ageing/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an owner or admin changes the classes, and sees at each field what is refused', async () => {
    const { page, complaints, close } = await open('/reports/ageing', its.sacco.people.admin);
    await page.getByRole('button', { name: 'Change classes' }).click();
    const dialog = page.getByRole('dialog');
    const second = dialog.getByRole('group', { name: 'Class 2' });
    await second.getByLabel('From day').fill('0');
    await dialog.getByRole('button', { name: 'Save classes' }).click();
    await second.getByText('must be more than that of the class before it').waitFor();
    await expectGoodPage(page);
    await second.getByLabel('From day').fill('1');
    await second.getByLabel('Rate').fill('10');
    await dialog.getByRole('button', { name: 'Remove the last class' }).click();
    await dialog.getByRole('button', { name: 'Save classes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'To be provided for' }).getByText('600.00 KES').waitFor();
    const { classes } = must(await its.sacco.maker.get('/api/v1/sacco/provisioning-table')).body;
    expect(classes).toHaveLength(4);
    expect(classes[1]).toEqual({ name: 'watch', from_days: 1, rate_bps: 1_000 });
    expect(complaints.filter((each) => !each.includes('400'))).toEqual([]);
    await close();
  });

  test('the ratios are beside their goals, and of an earlier day say what is not known', async () => {
    const { page, complaints, close } = await open('/reports/ratios');
    const table = page.getByRole('table', { name: 'Ratios' });
    const late = table.getByRole('row').filter({ hasText: 'Loans late by more than 30 days' });
    await late.getByText('at most 5.00%').waitFor();
    await table.getByText('Nothing to compare with yet').first().waitFor();
    await expectGoodPage(page);
    await page.getByLabel('At the end of').fill('2035-02-01');
    await late.getByText('The loan book is known for today alone').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
