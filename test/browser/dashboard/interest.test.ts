/** Interest, tax and contributions in the dashboard: declared, decided by somebody else, paid; the register, and who is behind. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { payInterest } from '../../../domain/interest/index.ts';
import {
  browserIsMissing,
  decide,
  expectGoodPage,
  must,
  newSaver,
  setTestClock,
  type Sacco,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('interest in the dashboard', () => {
  const its = saccoInBrowser();
  let member: string;

  beforeAll(async () => {
    await setTestClock(its.sacco.project, '2027-01-01T09:00:00Z');
    member = await newSaver(its.sacco, 1_000_000);
    await setTestClock(its.sacco.project, '2027-02-01T09:00:00Z');
  });

  const open = (role: keyof Sacco['people'], path = '/interest') =>
    its.open(its.sacco.people[role], { path });

  test('a maker declares it, a checker approves, it is paid, and the register lists its tax', async () => {
    const { page, complaints, close } = await open('maker');
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Declare interest' }).click();
    const dialog = page.getByRole('dialog', { name: 'Declare interest' });
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
    const submit = dialog.getByRole('button', { name: 'Declare interest' });
    await submit.click();
    await dialog.getByText('Enter a label').waitFor();
    await field('Label').fill('January');
    await field('First day').fill('2027-01-01');
    await field('Last day').fill('2027-01-31');
    await field('Rate a year').fill('6');
    await field('Withholding tax').fill('15');
    await dialog.getByRole('combobox', { name: 'Balances that count' }).selectOption('One of each month');
    await dialog.getByRole('combobox', { name: 'Balance of each month' }).waitFor();
    await expectGoodPage(page);
    await submit.click();
    await page.getByRole('heading', { level: 1, name: 'January' }).waitFor();
    await page.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByText('42.50 KES').waitFor();
    await expectGoodPage(page);

    const [run] = must(await its.sacco.maker.get('/api/v1/sacco/savings-interest')).body.savings_interest;
    expect(run).toMatchObject({ basis: 'monthly', counting: 'closing', total_minor: 5_000, tax_minor: 750 });
    must(await decide(its.sacco, run.approval_id));
    await payInterest(its.service.ctx, run.id);
    await page.reload();
    await page.getByRole('table', { name: 'Lines' }).getByText('Paid', { exact: true }).waitFor();

    await page.goto(new URL('/reports/withholding?from=2027-01-01&to=2027-02-01', page.url()).href);
    await page.getByRole('table', { name: 'Withholding tax' }).getByText('7.50 KES').waitFor();
    await page.getByRole('button', { name: 'Remit tax' }).click();
    await page.getByRole('dialog', { name: 'Remit tax' }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a contribution and the tax of a member are recorded on their page', async () => {
    const { page, close } = await open('admin', `/members/${member}`);
    await page.getByText('Nothing agreed').waitFor();
    await page.getByRole('button', { name: 'Agree a contribution' }).click();
    const agreeing = page.getByRole('dialog', { name: 'Agree a contribution' });
    await agreeing.getByLabel('Amount', { exact: true }).fill('500');
    await agreeing.getByRole('button', { name: 'Agree 500.00 KES' }).click();
    await agreeing.waitFor({ state: 'detached' });
    await page.getByText('500.00 KES').first().waitFor();
    await page.getByRole('button', { name: 'Record tax' }).click();
    const recording = page.getByRole('dialog', { name: 'Record tax' });
    await recording.getByLabel('Tax number', { exact: true }).fill('A001');
    await recording.getByLabel('Nothing is withheld from interest and dividends').check();
    await recording.getByLabel('Why', { exact: true }).fill('Charity');
    await recording.getByRole('button', { name: 'Record tax' }).click();
    await page.getByText('Charity').waitFor();
    await expectGoodPage(page);
    await page.goto(new URL('/reports/contributions', page.url()).href);
    await page.getByRole('table', { name: 'Contributions' }).getByText('500.00 KES').first().waitFor();
    await expectGoodPage(page);
    await close();
  });
});
