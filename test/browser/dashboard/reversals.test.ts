/** A movement's page: it is reversed from there by one person, decided in the inbox by another, and says so in both directions. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  held,
  moving,
  must,
  newSaver,
  PHONE,
  screenshot,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('reversals and expenses in the dashboard', () => {
  const its = saccoInBrowser();

  const open = (role: 'maker' | 'checker', path: string, more: object = {}) =>
    its.open(its.sacco.people[role], { path, ...more });

  test('a deposit is taken back', async () => {
    const member = await newSaver(its.sacco, 100_000);
    const { body: deposit } = must(
      await its.sacco.maker.post(
        `/api/v1/sacco/members/${member}/deposits`,
        moving(50_000, { memo: 'slip 12' }),
      ),
    );
    const { page, complaints, close } = await open('maker', `/members/${member}`);
    await page
      .getByRole('table', { name: 'Timeline' })
      .getByRole('link', { name: 'Deposit' })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Deposit' }).waitFor();
    await page.getByText('slip 12').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Reverse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse' });
    await dialog.getByRole('button', { name: 'Reverse 500.00 KES' }).click();
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Typed twice');
    await dialog.getByRole('button', { name: 'Reverse 500.00 KES' }).dblclick();
    await dialog.getByRole('status').getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals).toMatchObject([{ kind: 'reversal', memo: 'Typed twice', amount_minor: 50_000 }]);

    const checker = await open('checker', '/approvals');
    const request = checker.page.getByRole('article', {
      name: /Cash deposit of 500\.00 KES .* to be reversed/,
    });
    const effect = request.getByRole('table', { name: 'Effect' });
    await effect.getByRole('row', { name: /Member savings.*1,500\.00.*1,000\.00/ }).waitFor();
    await expectGoodPage(checker.page);
    await request.getByRole('button', { name: 'Approve' }).click();
    await checker.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await request.waitFor({ state: 'detached' });
    expect(await held(its.sacco.maker, member)).toMatchObject({ savings: 100_000 });
    await checker.close();

    await page.goto(`${its.service.url}/entries/${deposit.id}`);
    await page.getByRole('link', { name: 'See the reversal' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reverse' }).count()).toBe(0);
    await expectGoodPage(page);
    await screenshot(page, 'entry-reversed');
    await page.getByRole('link', { name: 'See the reversal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reversal' }).waitFor();
    await page.getByRole('link', { name: 'The original movement' }).waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'entry-reversal');
    expect(complaints.filter((each) => !each.includes('/reverse'))).toEqual([]);
    await close();
  });

  test('a reversal that is refused says why', async () => {
    const member = await newSaver(its.sacco, 20_000);
    const { entries } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}/entries`)).body;
    const { page, close } = await open('maker', `/entries/${entries[0].id}`);
    await page.getByRole('button', { name: 'Reverse' }).click();
    const body = { memo: 'first', idempotency_key: crypto.randomUUID() };
    must(await its.sacco.maker.post(`/api/v1/sacco/entries/${entries[0].id}/reverse`, body));
    const dialog = page.getByRole('dialog', { name: 'Reverse' });
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('second');
    await dialog.getByRole('button', { name: 'Reverse 200.00 KES' }).click();
    await dialog.getByRole('alert').getByText('Its reversal waits for approval already').waitFor();
    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals.map(({ memo }: { memo: string }) => memo)).toEqual(['first']);
    await close();
  });

  test('an expense is asked for in the treasury, and reported by category', async () => {
    const { page, complaints, close } = await open('maker', '/treasury');
    await page.getByRole('button', { name: 'Record an expense' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record an expense' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('150');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Receipt 87');
    await dialog.getByRole('button', { name: 'Spend 150.00 KES' }).click();
    await dialog.getByText('Enter a category').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'expense-dialog');
    await dialog.getByRole('textbox', { name: 'Category' }).fill('Rent');
    await dialog.getByRole('button', { name: 'Spend 150.00 KES' }).dblclick();
    await dialog.getByRole('status').getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(1);
    await row.getByText('Rent').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'treasury-expenses');

    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    const asked = approvals.find(({ kind }: { kind: string }) => kind === 'expense');
    must(await its.sacco.checker.post(`/api/v1/approvals/${asked.id}/approve`));
    await page.getByRole('link', { name: 'By category' }).click();
    await page.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor();
    const rows = page.getByRole('table', { name: 'By category' }).getByRole('row');
    await rows.nth(1).getByText('150.00 KES').waitFor();
    await page.getByRole('region', { name: 'Total' }).getByText('150.00 KES').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'expenses');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^expenses-\d{4}-01-01-.*\.csv$/);
    await page.setViewportSize(PHONE.viewport);
    await expectGoodPage(page);
    await screenshot(page, 'expenses-phone');
    await page.goto(`${its.service.url}/treasury`);
    await row.waitFor();
    await screenshot(page, 'treasury-phone');
    expect(complaints).toEqual([]);
    await close();
  });
});
