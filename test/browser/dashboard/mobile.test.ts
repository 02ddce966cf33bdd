/** Money to a member's phone in the dashboard: a withdrawal, an exit and a loan, from their dialogs until it has arrived. */
import { describe, expect, test } from 'vitest';
import {
  allowPayouts,
  approvedMovement,
  bank,
  browserIsMissing,
  chooseRare,
  decide,
  expectGoodPage,
  getLoan,
  moving,
  must,
  newAccount,
  newPayee,
  newProduct,
  processPayout,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())("to the member's phone in the dashboard", () => {
  const its = saccoInBrowser();
  const PHONE = "Member's phone";

  test('a withdrawal is offered where a provider pays out, is being paid, and is then booked', async () => {
    const { sacco, service } = its;
    const member = await newPayee(sacco, 100_000);
    const before = await its.open(sacco.people.maker, { path: `/members/${member}` });
    await before.page.getByRole('button', { name: 'Withdraw' }).click();
    await before.page.getByRole('radio', { name: 'Bank' }).waitFor();
    expect(await before.page.getByRole('radio', { name: PHONE }).count()).toBe(0);
    await before.close();

    await allowPayouts(sacco.project, 'sandbox');
    await newAccount(sacco, '1100');
    const of_bank = { from: 'bank', account: '1100', reference: 'TT' };
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100_000, of_bank)));
    await approvedMovement(
      sacco,
      bank(sacco, 'bank_to_provider', { account: '1100', amount_minor: 100_000 }),
    );

    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/members/${member}` });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('200');
    await dialog.getByRole('radio', { name: PHONE }).check();
    await dialog.getByRole('button', { name: 'Withdraw 200.00 KES' }).click();
    await dialog.getByText('Choose the provider that sends it').last().waitFor();
    await dialog.getByLabel('Provider').selectOption({ label: 'Sandbox' });
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Withdraw 200.00 KES' }).click();
    await dialog.getByText('Being paid out').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('200.00 KES being paid out').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Movements');
    await page.getByRole('table', { name: 'Entries' }).getByText("to the member's phone").waitFor();
    await expectGoodPage(page);

    const { entries } = must(await sacco.maker.get('/api/v1/sacco/entries?status=paying')).body;
    await page.goto(`/entries/${entries[0].id}`);
    await page.getByText('Being paid out').waitFor();
    await page.getByText('Sandbox').waitFor();
    await expectGoodPage(page);
    await processPayout(service, sacco, entries[0].id);
    await page.reload();
    await page.getByText('Posted').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a member who leaves and a loan are paid to the phone once a checker agrees', async () => {
    const { sacco, service } = its;
    const leaving = await newPayee(sacco, 5_000);
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/members/${leaving}` });
    await chooseRare(page, 'Exit');
    const dialog = page.getByRole('dialog', { name: 'Exit' });
    await dialog.getByRole('radio', { name: PHONE }).check();
    await dialog.getByLabel('Provider').selectOption({ label: 'Sandbox' });
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('moves to the coast');
    await dialog.getByRole('button', { name: 'Exit' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    const { approvals } = must(await sacco.checker.get('/api/v1/approvals?status=pending')).body;
    const { entry } = must(await decide(sacco, approvals[0].id)).body;
    expect(await processPayout(service, sacco, entry.id)).toMatchObject({ status: 'posted' });

    await newProduct(sacco, { name: 'Development', savings_multiple_bps: null });
    const borrower = await newPayee(sacco, 1_000);
    await page.goto(`/loans/new?member=${borrower}`);
    await page.getByLabel('Product').selectOption({ label: 'Development' });
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('textbox', { name: 'Term' }).fill('3');
    await page.getByRole('radio', { name: PHONE }).check();
    await page.getByLabel('Provider').selectOption({ label: 'Sandbox' });
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    const { loans } = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${borrower}`)).body;
    const [loan] = loans;
    expect(loan).toMatchObject({ disburse_to: 'mobile' });
    must(await decide(sacco, loan.approval_id));
    await page.goto(`/loans/${loan.id}`);
    await page.getByRole('link', { name: 'Being paid out' }).waitFor();
    await expectGoodPage(page);
    await processPayout(service, sacco, loan.entry_id);
    expect(await getLoan(sacco, loan.id)).toMatchObject({ status: 'open' });
    expect(complaints).toEqual([]);
    await close();
  });
});
