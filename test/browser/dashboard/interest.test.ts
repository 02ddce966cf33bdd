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
  savingsAccount,
  savingsProduct,
  screenshot,
  setTestClock,
  type Sacco,
  saccoInBrowser,
  until,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('interest in the dashboard', () => {
  const its = saccoInBrowser();
  let member: string;

  beforeAll(async () => {
    await setTestClock(its.sacco.project, '2035-01-01T09:00:00Z');
    member = await newSaver(its.sacco, 1_000_000);
    await setTestClock(its.sacco.project, '2035-02-01T09:00:00Z');
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
    await dialog.getByText('Enter a name').waitFor();
    await field('Name').fill('January');
    await field('First day').fill('2035-01-01');
    await field('Last day').fill('2035-01-31');
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

    await page.goto(new URL('/reports/withholding?from=2035-01-01&to=2035-02-01', page.url()).href);
    await page.getByRole('table', { name: 'Withholding tax' }).getByText('7.50 KES').waitFor();
    await page.getByRole('button', { name: 'Remit tax' }).click();
    await page.getByRole('dialog', { name: 'Remit tax' }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a maker declares it for the accounts of another product', async () => {
    const product_id = await savingsProduct(its.sacco, { name: 'School fees' });
    const account = await savingsAccount(its.sacco, member, product_id);
    const { page, complaints, close } = await open('maker');
    await page.getByRole('button', { name: 'Declare interest' }).click();
    const dialog = page.getByRole('dialog', { name: 'Declare interest' });
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
    await field('Name').fill('School fees of January');
    await field('Earned by').selectOption({ label: 'School fees · Regular' });
    await field('First day').fill('2035-01-01');
    await field('Last day').fill('2035-01-31');
    await field('Rate a year').fill('6');
    await dialog.getByRole('button', { name: 'Declare interest' }).click();
    await page.getByRole('heading', { level: 1, name: 'School fees of January' }).waitFor();
    await page.getByText('School fees · Regular').waitFor();
    await expectGoodPage(page);
    const runs = must(await its.sacco.maker.get('/api/v1/sacco/savings-interest')).body.savings_interest;
    const { id } = runs.find((run: { product_id: string }) => run.product_id === product_id);
    const { lines } = must(await its.sacco.maker.get(`/api/v1/sacco/savings-interest/${id}`)).body;
    expect(lines).toMatchObject([{ savings_account_id: account, gross_minor: 0 }]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an admin sets interest that is declared by itself, and the rates of tax', async () => {
    const { page, complaints, close } = await open('admin', '/settings/interest');
    const settings = async () => must(await its.sacco.admin.get('/api/v1/sacco/settings')).body;
    await page.getByText('Nothing is withheld.').waitFor();
    await expectGoodPage(page);
    await page.getByLabel('How often').selectOption('Each month');
    await page.getByRole('button', { name: 'Save interest' }).click();
    await page.getByText('A percentage, like 18 or 18.5').waitFor();
    await page.getByLabel('Rate a year', { exact: true }).fill('4.5');
    await page.getByLabel('Balances that count').selectOption('One of each month');
    await page.getByLabel('Balance of each month').selectOption('Opening balance');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Save interest' }).click();
    await page.getByText('These terms were set on').waitFor();
    const terms = { frequency: 'monthly', product_id: null, rate_bps: 450, counting: 'opening' };
    expect((await settings()).savings_interest).toMatchObject({ ...terms, basis: 'monthly' });

    await page.getByRole('button', { name: 'Add a rate' }).click();
    await page.getByRole('button', { name: 'Save rates' }).click();
    await page.getByText('Give every rate its percentage and its first day.').waitFor();
    const rate = page.getByRole('group', { name: 'Rate 1' });
    await rate.getByLabel('Kind').selectOption('Dividend');
    await rate.getByLabel('Withholding tax').fill('5');
    await rate.getByLabel('Holds from').fill('2035-01-01');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Save rates' }).click();
    await until('it is saved', async () => (await settings()).withholding.length === 1);
    expect((await settings()).withholding).toEqual([{ kind: 'dividend', bps: 500, from: '2035-01-01' }]);
    await screenshot(page, 'interest-and-tax');

    // What is not saved yet stays while the other form is saved and the settings are read again.
    await page.getByRole('button', { name: 'Remove rate 1' }).click();
    await page.getByLabel('How often').selectOption('Off');
    await page.getByRole('button', { name: 'Save interest' }).click();
    await until('it is turned off', async () => (await settings()).savings_interest === null);
    await page.getByText('These terms were set on').waitFor({ state: 'detached' });
    await page.getByText('Nothing is withheld.').waitFor();
    await page.getByRole('button', { name: 'Save rates' }).click();
    await until('it is removed', async () => (await settings()).withholding.length === 0);
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
