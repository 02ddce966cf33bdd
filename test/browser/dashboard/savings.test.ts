/** Savings products and accounts in the dashboard: an admin defines them, a teller opens accounts and moves money between them. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { chargeSavingsFees } from '../../../domain/savings/index.ts';
import {
  browserIsMissing,
  expectGoodPage,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  saccoInBrowser,
  savingsAccount,
  savingsOf,
  savingsProduct,
  screenshot,
  setTestClock,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('savings in the dashboard', () => {
  const its = saccoInBrowser();
  let member: string;

  beforeAll(async () => {
    member = await newSaver(its.sacco, 100_000);
  });

  const row = (page: Page, table: string, text: string | RegExp): Locator =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

  const balances = async (): Promise<Record<string, number>> => {
    const accounts = [...(await savingsOf(its.sacco, member)).values()];
    return Object.fromEntries(
      accounts.map(({ product_name, balance_minor }) => [product_name, balance_minor]),
    );
  };

  test('an admin defines products of each kind, and retires one', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin, {
      path: '/settings/savings-products',
    });
    const table = 'Savings products';
    await row(page, table, 'regular').getByText('Default', { exact: true }).waitFor();
    await expectGoodPage(page);
    const define = async (name: string, kind: string, fields: Record<string, string>): Promise<void> => {
      await page.getByRole('button', { name: 'Define a product' }).click();
      const dialog = page.getByRole('dialog', { name: 'Define a product' });
      await dialog.getByLabel('Kind').selectOption({ label: kind });
      await dialog.getByRole('button', { name: 'Define' }).click();
      await dialog.getByText('Enter a name').waitFor();
      await expectGoodPage(page);
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      for (const [label, value] of Object.entries(fields))
        await dialog.getByRole('textbox', { name: label }).fill(value);
      await dialog.getByRole('button', { name: 'Define' }).click();
      await row(page, table, name).waitFor();
    };
    await define('Goal', 'Regular', { 'Minimum balance': '10', 'Monthly fee': '2', 'Days of notice': '7' });
    await row(page, table, 'Goal').getByText('Keeps 10.00 KES').waitFor();
    await row(page, table, 'Goal').getByText('Notice of 7 days').waitFor();
    await define('Deposit', 'Fixed', { 'Interest of a year': '10', 'Days of a term': '90' });
    await row(page, table, 'Deposit').getByText('10.00% for 90 days').waitFor();
    await define('Old', 'Restricted', {});
    await screenshot(page, 'savings-products');
    await expectGoodPage(page);
    await row(page, table, 'Old').getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await row(page, table, 'Old').getByText('Retired').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a teller opens accounts, moves money between them, and gives notice', async () => {
    const free = await savingsProduct(its.sacco, { name: 'Holiday' });
    await savingsAccount(its.sacco, member, free);
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: `/members/${member}`,
    });
    const table = 'Savings accounts';
    const dialogOf = async (name: string, account?: string | RegExp): Promise<Locator> => {
      const place = account === undefined ? page : row(page, table, account);
      await place.getByRole('button', { name, exact: true }).click();
      return page.getByRole('dialog', { name });
    };
    let dialog = await dialogOf('Open an account');
    await dialog.getByRole('button', { name: 'Open an account' }).click();
    await expectGoodPage(page);
    await dialog.getByLabel('Product').selectOption({ label: 'Goal' });
    await dialog.getByRole('button', { name: 'Open an account' }).click();
    await row(page, table, 'Goal').waitFor();
    // A manager's.
    expect(await page.getByRole('button', { name: 'Record tax' }).count()).toBe(0);

    dialog = await dialogOf('Open an account');
    await dialog.getByLabel('Product').selectOption({ label: 'Deposit' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('50');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Open an account' }).click();
    await row(page, table, 'Deposit').getByText('matures on').waitFor();

    dialog = await dialogOf('Transfer', /^regular/);
    await dialog.getByLabel('To account').selectOption({ label: 'Goal' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('300');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Transfer 300.00 KES' }).dblclick();
    await dialog.getByText('Transferred 300.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(page, table, 'Goal').getByText('300.00 KES').first().waitFor();

    dialog = await dialogOf('Give notice', 'Goal');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog.getByRole('button', { name: 'Give notice of 100.00 KES' }).click();
    await page.getByText('The money can be withdrawn from').waitFor();
    await expectGoodPage(page);

    await page.getByText('Dividends are paid into regular').waitFor();
    const choose = 'Choose the account of dividends';
    dialog = await dialogOf(choose);
    await dialog.getByLabel('Account', { exact: true }).selectOption({ label: 'Goal' });
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: choose }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText('Dividends are paid into Goal').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'member-savings');
    expect(await balances()).toEqual({ regular: 70_000, Goal: 30_000, Holiday: 0, Deposit: 5_000 });

    dialog = await dialogOf('Give notice', 'Goal');
    await dialog.getByRole('table', { name: 'Notices' }).getByText('Running').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row(page, table, 'Holiday').getByRole('button', { name: 'Close' }).click();
    dialog = page.getByRole('dialog', { name: 'Close Holiday?' });
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await row(page, table, 'Holiday').waitFor({ state: 'detached' });
    expect(await balances()).toEqual({ regular: 70_000, Goal: 30_000, Deposit: 5_000 });
    expect(complaints).toEqual([]);
    await close();
  });

  test('a product becomes the default one', async () => {
    await savingsProduct(its.sacco, { name: 'Everyday' });
    const { page, complaints, close } = await its.open(its.sacco.people.admin, {
      path: '/settings/savings-products',
    });
    const table = 'Savings products';
    await row(page, table, 'Everyday').getByRole('button', { name: 'Make default' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Everyday the default?' });
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Make default' }).click();
    await row(page, table, 'Everyday').getByText('Default').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the monthly fees are reported: what was charged, and what an account could not pay', async () => {
    const saver = await newMember(its.sacco);
    const poor = await newMember(its.sacco);
    const product_id = await savingsProduct(its.sacco, { name: 'With a fee', monthly_fee_minor: 250 });
    const account = await savingsAccount(its.sacco, saver, product_id);
    await savingsAccount(its.sacco, poor, product_id);
    const paid_in = moving(1_000, { savings_account_id: account });
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${saver}/deposits`, paid_in));
    const month = new Date().toISOString().slice(0, 7);
    await setTestClock(its.sacco.project, new Date(Date.now() + 32 * 86_400_000).toISOString());
    await chargeSavingsFees(its.service.ctx);
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: '/reports/fees',
    });
    await page.getByRole('tab', { name: 'Monthly fees' }).waitFor();
    await page.getByLabel('Month', { exact: true }).selectOption(month);
    const of_product = row(page, 'Monthly fees', 'With a fee');
    await of_product.waitFor();
    expect(await of_product.getByRole('cell').allTextContents()).toEqual([
      'With a fee',
      '2.50 KES',
      '1',
      '2.50 KES',
      '1',
      '2.50 KES',
      '0',
    ]);
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'CSV' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a loan goes into the account that is chosen', async () => {
    const { sacco } = its;
    await newProduct(sacco, { name: 'Development', savings_multiple_bps: null });
    const borrower = await newMember(sacco);
    const account = await savingsAccount(sacco, borrower, await savingsProduct(sacco, { name: 'Building' }));
    const { page, complaints, close } = await its.open(sacco.people.maker, {
      path: `/loans/new?member=${borrower}`,
    });
    await page.getByLabel('Product').selectOption({ label: 'Development' });
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('textbox', { name: 'Term' }).fill('3');
    await page.getByLabel('Into savings account').selectOption({ label: 'Building' });
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    const { loans } = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${borrower}`)).body;
    expect(loans).toMatchObject([{ savings_account_id: account }]);
    await page.goto(`/loans/${loans[0].id}`);
    await page.getByText('Building').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
