/** The bank in the dashboard: the chart, a banking, a journal that must balance, and money that came into the bank. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  chooseRare,
  chartBalances,
  decide,
  expectGoodPage,
  must,
  newSaver,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the bank in the dashboard', () => {
  const its = saccoInBrowser();
  let member: string;

  beforeAll(async () => {
    member = await newSaver(its.sacco, 100_000);
  });

  async function approveAll(): Promise<void> {
    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    for (const { id } of approvals) must(await decide(its.sacco, id));
  }

  test('an admin defines accounts; a teller banks cash; the checker sees the account', async () => {
    const admin = await its.open(its.sacco.people.admin, { path: '/accounting/chart' });
    const { page } = admin;
    await page
      .getByRole('table', { name: 'Chart of accounts' })
      .getByText('Member savings')
      .first()
      .waitFor();
    await expectGoodPage(page);
    for (const [kind, code, name] of [
      ['Bank', '1100', 'Umoja Bank'],
      ['General asset', '1500', 'Equipment'],
    ] as const) {
      await page.getByRole('button', { name: 'New account' }).click();
      const dialog = page.getByRole('dialog', { name: 'New account' });
      await dialog.getByLabel('Kind').selectOption({ label: kind });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('textbox', { name: 'Code' }).fill('x');
      await dialog.getByRole('button', { name: 'Define account' }).click();
      await expectGoodPage(page);
      await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
      await dialog.getByRole('button', { name: 'Define account' }).click();
      await page.getByRole('row').filter({ hasText: name }).waitFor();
    }
    expect(admin.complaints).toEqual([]);
    await admin.close();

    const teller = await its.open(its.sacco.people.maker, { path: '/treasury' });
    await teller.page.getByRole('button', { name: 'Bank money' }).click();
    const banking = teller.page.getByRole('dialog', { name: 'Bank money' });
    await banking.getByLabel('Bank account').selectOption('1100');
    await banking.getByRole('textbox', { name: "Bank's reference" }).fill('slip 0412');
    await banking.getByRole('textbox', { name: 'Amount' }).fill('600');
    await banking.getByRole('textbox', { name: 'Memo' }).fill('evening');
    await expectGoodPage(teller.page);
    await banking.getByRole('button', { name: 'Bank 600.00 KES' }).click();
    await banking.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await banking.getByRole('button', { name: 'Done' }).click();
    await teller.page.getByRole('table', { name: 'Bankings' }).getByText('1100 Umoja Bank').waitFor();
    await teller.close();

    const checker = await its.open(its.sacco.people.checker, { path: '/approvals' });
    await checker.page.getByRole('table', { name: 'Effect' }).getByText('1100 Umoja Bank').waitFor();
    await expectGoodPage(checker.page);
    await checker.close();
    await approveAll();
    expect(await chartBalances(its.sacco)).toMatchObject({ 1000: 40_000, 1100: 60_000 });
  });

  test('a journal is sent once its sides are equal, and its lines are shown', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: '/accounting/journals',
    });
    await page.getByRole('button', { name: 'New journal' }).click();
    const dialog = page.getByRole('dialog', { name: 'New journal' });
    await dialog.getByLabel('Account 1').selectOption('1500');
    await dialog.getByRole('textbox', { name: 'Debit 1' }).fill('250');
    await dialog.getByLabel('Account 2').selectOption('1100');
    await dialog.getByRole('textbox', { name: 'Credit 2' }).fill('249');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('a desk');
    await dialog.getByRole('button', { name: 'Request journal' }).click();
    await dialog.getByText('Debits and credits must be equal').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Credit 2' }).fill('250');
    await dialog.getByText('Balanced: 250.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Request journal' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Journals' }).getByRole('link', { name: 'Journal' }).click();
    await page.getByRole('table', { name: 'Lines' }).getByText('1500 Equipment').waitFor();
    await expectGoodPage(page);
    await approveAll();
    expect(await chartBalances(its.sacco)).toMatchObject({ 1100: 35_000, 1500: 25_000 });
    expect(complaints).toEqual([]);
    await close();
  });

  test('a deposit that came into the bank names account and reference', async () => {
    const { page, close } = await its.open(its.sacco.people.maker, { path: `/members/${member}` });
    await page.getByRole('button', { name: 'Deposit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog.getByRole('radio', { name: 'Bank' }).check();
    await dialog.getByRole('button', { name: 'Deposit 100.00 KES' }).click();
    await dialog.getByText("Enter the bank's reference").waitFor();
    await dialog.getByLabel('Bank account').selectOption('1100');
    await dialog.getByRole('textbox', { name: "Bank's reference" }).fill('TT 77');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Deposit 100.00 KES' }).click();
    await dialog.getByText('Deposited 100.00 KES').waitFor();
    expect(await chartBalances(its.sacco)).toMatchObject({ 1100: 45_000 });
    await close();
  });

  test('a member who leaves is paid by the bank', async () => {
    const leaving = await newSaver(its.sacco, 5_000);
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: `/members/${leaving}`,
    });
    await chooseRare(page, 'Exit');
    const dialog = page.getByRole('dialog', { name: 'Exit' });
    await dialog.getByText('50.00 KES').waitFor();
    await dialog.getByRole('radio', { name: 'Bank' }).check();
    await dialog.getByRole('button', { name: 'Exit' }).click();
    await dialog.getByText("Enter the bank's reference").waitFor();
    await dialog.getByLabel('Bank account').selectOption('1100');
    await dialog.getByRole('textbox', { name: "Bank's reference" }).fill('cheque 9');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('moves to the coast');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Exit' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await approveAll();
    expect(await chartBalances(its.sacco)).toMatchObject({ 1100: 40_000 });
    expect(complaints).toEqual([]);
    await close();
  });
});
