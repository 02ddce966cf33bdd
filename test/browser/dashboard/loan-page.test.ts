/** The page of a loan: what is expected, what was paid when, how late it was, and paying it off. */
import { describe, expect, test } from 'vitest';
import {
  appliedLoan,
  browserIsMissing,
  expectGoodPage,
  getLoan,
  letDaysPass,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the page of a loan', () => {
  const its = saccoInBrowser();

  test('is named after member and product; before it is paid out the schedule is an expected one', async () => {
    const { sacco } = its;
    const member_id = await newSaver(sacco, 200_000);
    const product_id = await newProduct(sacco, { name: 'Development loan' });
    const { id } = await appliedLoan(sacco, { member_id, product_id, amount_minor: 60_000, term: 3 });
    const { full_name } = must(await sacco.maker.get(`/api/v1/sacco/members/${member_id}`)).body;
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/loans/${id}` });
    await page.getByRole('heading', { level: 1, name: `${full_name} · Development loan` }).waitFor();
    const expected = page.getByRole('table', { name: 'Expected schedule' });
    await expected.getByRole('row').nth(3).waitFor();
    expect(await page.getByRole('table', { name: 'Arrears history' }).count()).toBe(0);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('says what was paid when and how late it was, and is paid off with two clicks', async () => {
    const { service, sacco } = its;
    const member_id = await newSaver(sacco, 200_000);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const id = await openLoan(sacco, { member_id, product_id, amount_minor: 60_000, term: 3 });
    await letDaysPass(service, sacco, 40);
    const late = await getLoan(sacco, id);
    const { body: entry } = must(await repay(sacco, id, late.schedule[0].unpaid_minor));
    const { page, complaints, close } = await its.open(sacco.people.maker, { path: `/loans/${id}` });
    const first = page.getByRole('table', { name: 'Schedule' }).getByRole('row').nth(1);
    await first.locator(`a[href="/entries/${entry.id}"]`).waitFor();
    const arrears = page.getByRole('table', { name: 'Arrears history' }).getByRole('row').nth(1);
    await arrears.getByRole('cell', { name: String(late.days_past_due - 1), exact: true }).waitFor();
    const progress = page.getByRole('progressbar', { name: 'Principal repaid' });
    expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(30);
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Pay off today' }).click();
    const dialog = page.getByRole('dialog', { name: 'Repay loan' });
    await dialog.getByText('After this: 0.00 KES').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: /^Repay [\d,.]+ KES$/ }).click();
    await dialog.getByText(/^Repaid/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Paid up', { exact: true }).first().waitFor();
    expect((await getLoan(sacco, id)).status).toBe('closed');
    expect(await progress.getAttribute('value')).toBe('100');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['sw', 'am'] as const)('reads well in another language: %s', async (language) => {
    const { sacco } = its;
    const member_id = await newSaver(sacco, 200_000);
    const product_id = await newProduct(sacco);
    const id = await openLoan(sacco, { member_id, product_id, amount_minor: 30_000 });
    const { page, close } = await its.open(sacco.people.maker, { path: `/loans/${id}`, language });
    const never = language === 'sw' ? 'Haujawahi kuchelewa.' : 'ዘግይቶ አያውቅም።';
    await page.getByText(never).waitFor();
    await expectGoodPage(page);
    await close();
  });
});
