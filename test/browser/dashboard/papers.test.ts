/** Papers where a teller is: printed by the browser on the paper that is in the printer, and downloaded as PDF. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payDividend } from '../../../domain/dividends/index.ts';
import {
  approvedDividend,
  browserIsMissing,
  downloaded,
  earnFees,
  expectGoodPage,
  lend,
  moving,
  must,
  newProduct,
  newSaver,
  paperSize,
  pdfText,
  readPdf,
  saccoInBrowser,
  screenshot,
} from '../../harness/index.ts';

/** Widths and heights in points. Browsers round them to whole pixels. */
const ROLL = [227, 510];
const A5 = [420, 595];
const A4 = [595, 842];

async function printedOn(page: Page): Promise<number[]> {
  return (await paperSize(page)).map(Math.round);
}

describe.skipIf(browserIsMissing())('papers', () => {
  const its = saccoInBrowser();
  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  test('a receipt is printed on a roll or on A5, and says that it was reversed', async () => {
    const member = await newSaver(its.sacco, 500_000);
    const path = `/api/v1/sacco/members/${member}/deposits`;
    const entry = must(await its.sacco.maker.post(path, moving(150_000))).body.id;
    const { page, complaints, close } = await open(`/entries/${entry}/receipt`);
    const slip = page.getByRole('article', { name: 'Receipt' });
    const { check_code } = must(await its.sacco.maker.get(`/api/v1/sacco/entries/${entry}/receipt`)).body;
    await slip.getByText(check_code).waitFor();
    await expectGoodPage(page);
    expect(await printedOn(page)).toEqual(ROLL);
    const roll = await downloaded(page, 'PDF');
    expect(roll.name).toBe(`receipt-${entry}.pdf`);
    expect(readPdf(roll.bytes)[0]?.width).toBeCloseTo(226.77, 1);

    await page.getByRole('combobox', { name: 'Paper' }).selectOption('A5');
    await page.waitForURL(/size=a5/);
    await page.waitForFunction(`document.body.dataset.paper === 'a5'`);
    expect(await printedOn(page)).toEqual(A5);
    await screenshot(page, 'receipt-a5');
    await expectGoodPage(page);
    expect(readPdf((await downloaded(page, 'PDF')).bytes)[0]?.width).toBeCloseTo(419.53, 1);

    const asked = { memo: 'wrong member', idempotency_key: 'back' };
    const { approval_id } = must(
      await its.sacco.maker.post(`/api/v1/sacco/entries/${entry}/reverse`, asked),
    ).body;
    must(await its.sacco.checker.post(`/api/v1/approvals/${approval_id}/approve`));
    await page.reload();
    await slip.getByText('REVERSED:').waitFor();
    expect(pdfText((await downloaded(page, 'PDF')).bytes)).toContain('REVERSED on');

    // The paper that was chosen last is that of the desk's printer.
    const next = must(await its.sacco.maker.post(path, moving(2_000))).body.id;
    await page.goto(`/entries/${next}/receipt`);
    await slip.getByText('20.00').first().waitFor();
    expect(await printedOn(page)).toEqual(A5);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the next page is printed on paper of its own size', async () => {
    const member = await newSaver(its.sacco, 500_000);
    const { body } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}/entries`));
    const { page, close } = await open(`/members/${member}/statement`);
    await page.getByRole('link', { name: 'Deposit' }).click();
    await page.getByRole('article', { name: 'Receipt' }).waitFor();
    expect(page.url()).toContain(body.entries[0].id);
    expect(await printedOn(page)).toEqual(ROLL);
    await page.goBack();
    await page.getByRole('table', { name: 'Savings' }).waitFor();
    expect(await printedOn(page)).toEqual(A4);
    await close();
  });

  test('statement, schedule and form come as PDF in the language that is shown', async () => {
    const borrower = await newSaver(its.sacco, 1_000_000);
    const guarantor = await newSaver(its.sacco, 500_000);
    const product_id = await newProduct(its.sacco);
    const guarantors = [{ member_id: guarantor, amount_minor: 200_000 }];
    const loan = await lend(its.sacco, {
      product_id,
      member_id: borrower,
      amount_minor: 600_000,
      guarantors,
    });
    const { page, context, complaints, close } = await open(`/loans/${loan.id}`);
    const schedule = await downloaded(page, 'Schedule as PDF');
    expect(schedule.name).toBe(`schedule-${loan.id}.pdf`);
    expect(pdfText(schedule.bytes)).toContain('6,000.00 KES');
    const [{ member }] = loan.guarantors;
    const form = await downloaded(page, `PDF: ${member.full_name}`);
    expect(pdfText(form.bytes)).toContain(member.full_name);
    await expectGoodPage(page);
    await screenshot(page, 'loan-papers');

    await context.addInitScript(`localStorage.setItem('ushirika.language', 'am')`);
    await page.goto(`/members/${borrower}/statement`);
    const statement = await downloaded(page, 'PDF');
    expect(statement.name).toMatch(/^statement-M\d{5}-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.pdf$/);
    expect(pdfText(statement.bytes)).toContain('የሂሳብ መግለጫ');
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a dividend's advice, for each member who was paid", async () => {
    const [payee] = await earnFees(its.sacco, [50_000]);
    const dividend = await approvedDividend(its.sacco);
    await payDividend(its.service.ctx, dividend);
    const { page, complaints, close } = await open(`/dividends/${dividend}`);
    const { body: member } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${payee}`));
    const advice = await downloaded(page, `PDF: ${member.full_name}`);
    expect(pdfText(advice.bytes)).toContain('50.00 KES');
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('what cannot be made is said where it was asked for', async () => {
    const member = await newSaver(its.sacco, 500_000);
    const { page, close } = await open(`/members/${member}/statement`);
    await page.route('**/statement?**', async (route) => {
      if (route.request().headers()['accept'] !== 'application/pdf') return route.continue();
      const error = {
        code: 'PAYLOAD_TOO_LARGE',
        reason: 'too_many_movements',
        message: 'A PDF has at most 5,000 movements.',
      };
      await route.fulfill({ status: 413, json: { error } });
    });
    await page.getByRole('button', { name: 'PDF' }).click();
    await page.getByRole('alert').filter({ hasText: '5,000' }).waitFor();
    expect(await page.getByRole('button', { name: 'PDF' }).isEnabled()).toBe(true);
    await close();
  });
});
