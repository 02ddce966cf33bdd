/** The page of a member: face, balances over a year, loans with what is due next, guarantees, and the timeline. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  moving,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  saccoInBrowser,
  savingsAccount,
  savingsProduct,
  uploaded,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the page of a member', () => {
  const its = saccoInBrowser();

  const nameOf = async (id: string): Promise<string> =>
    must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body.full_name;

  test('shows what the member holds, owes and answers for', async () => {
    const { sacco } = its;
    const member = await newSaver(sacco, 300_000);
    const guarantor = await newSaver(sacco, 100_000);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const guarantors = [{ member_id: guarantor, amount_minor: 40_000 }];
    const loan = await openLoan(sacco, { member_id: member, product_id, amount_minor: 100_000, guarantors });
    must(await repay(sacco, loan, 25_000));
    const name = await nameOf(member);
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/members/${member}` });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('img', { name: 'Over twelve months from 0.00 KES to 4,000.00 KES' }).waitFor();
    const loans = page.getByRole('table', { name: 'Loans' }).getByRole('row').nth(1);
    const progress = loans.getByRole('progressbar', { name: 'Repaid' });
    expect(await progress.getAttribute('value')).toBe('25');
    const due = must(await sacco.maker.get(`/api/v1/sacco/loans/${loan}`)).body.next_due_date;
    await loans.locator(`time[datetime="${due}"]`).waitFor();
    const received = page.getByRole('table', { name: 'Guarantees received' });
    await received.getByRole('link', { name: await nameOf(guarantor) }).waitFor();
    await received.getByText('400.00 KES').waitFor();
    await page.getByText("Guarantees nobody's loan.").waitFor();
    await expectGoodPage(page);

    await received.getByRole('link', { name: await nameOf(guarantor) }).click();
    await page.getByRole('heading', { level: 1, name: await nameOf(guarantor) }).waitFor();
    await page.getByRole('table', { name: 'Guarantees given' }).getByRole('link', { name }).waitFor();
    await page.getByRole('table', { name: 'Timeline' }).getByText(`Guarantees ${name}`).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('has one timeline, filtered in the address; a note is written once', async () => {
    const { sacco } = its;
    const member = await newSaver(sacco, 50_000);
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/members/${member}` });
    const timeline = page.getByRole('table', { name: 'Timeline' });
    await timeline.getByRole('link', { name: 'Deposit' }).waitFor();
    await page.getByRole('button', { name: 'Write a note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write a note' });
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await dialog.getByText('Write something').waitFor();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Called.\nWill come on Friday.');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save note' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await timeline.getByText('Will come on Friday.').waitFor();
    await expectGoodPage(page);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}/timeline?kind=note`));
    expect(body.timeline).toHaveLength(1);

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Notes');
    await timeline.getByRole('link', { name: 'Deposit' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?kind=note');
    await page.reload();
    await timeline.getByText('Will come on Friday.').waitFor();
    expect(await timeline.getByRole('row').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Guarantees');
    await page.getByText('Movements, loans, documents, messages and notes appear here').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Movements');
    await page.getByRole('table', { name: 'Entries' }).getByText('500.00 KES').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('movements of several savings accounts name the account whose balance they tell', async () => {
    const { sacco } = its;
    const member = await newSaver(sacco, 50_000);
    const { page, complaints, close } = await its.open(sacco.people.maker, {
      path: `/members/${member}?kind=movement`,
    });
    const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
    await rows.nth(1).getByText('500.00 KES').first().waitFor();
    expect(await rows.nth(1).getByText('regular').count()).toBe(0);
    const holiday = await savingsAccount(sacco, member, await savingsProduct(sacco, { name: 'Holiday' }));
    const body = moving(2_500, { savings_account_id: holiday });
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, body));
    await page.reload();
    const balance = (row: number) => rows.nth(row).getByRole('cell').nth(3);
    await balance(1).getByText('Holiday').waitFor();
    await balance(1).locator('data[value="2500"]').waitFor();
    await balance(2).getByText('regular').waitFor();
    await balance(2).locator('data[value="50000"]').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('has a photo, or initials meanwhile; rare actions are behind a menu', async () => {
    const { sacco } = its;
    const member = await newSaver(sacco, 100);
    const { page, close } = await its.open(sacco.people.maker, { path: `/members/${member}` });
    const face = page.locator('.page-head .face');
    await face.waitFor();
    expect(await face.textContent()).toMatch(/^M[\p{Lu}\d]$/u);
    const actions = page.locator('.page-head').getByRole('button');
    await actions.filter({ hasText: 'More' }).waitFor();
    expect(await actions.allTextContents()).not.toContain('Exit');
    const photo_file_id = await uploaded(sacco.maker, 'member_photo');
    must(await sacco.maker.put(`/api/v1/sacco/members/${member}/files`, { photo_file_id }));
    await page.reload();
    // The content is no real picture, which the browser does not show.
    await page.locator('.page-head img.face').waitFor({ state: 'attached' });
    await close();
  });

  test.each(['sw', 'am'] as const)('reads well in another language: %s', async (language) => {
    const { sacco } = its;
    const member = await newSaver(sacco, 70_000);
    const { page, close } = await its.open(sacco.people.maker, { path: `/members/${member}`, language });
    const title = language === 'sw' ? 'Mfululizo wa matukio' : 'የክንውኖች ቅደም ተከተል';
    await page.getByRole('table', { name: title }).getByText('700.00 KES').waitFor();
    await expectGoodPage(page);
    await close();
  });
});
