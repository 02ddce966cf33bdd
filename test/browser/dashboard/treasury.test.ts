/** The treasury: its figures, and counting cash, on which somebody else decides. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  decide,
  earnFees,
  expectGoodPage,
  must,
  screenshot,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the treasury in the dashboard', () => {
  const its = saccoInBrowser();

  beforeAll(async () => {
    await earnFees(its.sacco, [50_000]);
  });

  test('figures; cash counted in needs a memo, is asked for once though its answer was lost, and waits', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: '/treasury',
    });
    const figure = (name: string) => page.getByRole('region', { name }).locator('data');
    await figure('Cash on hand').getByText('1,500.00 KES').waitFor();
    expect(await figure('Fees earned').getAttribute('value')).toBe('100000');
    expect(await figure('Interest earned').getAttribute('value')).toBe('0');
    await page.getByText('Nothing here yet').first().waitFor();
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Count cash in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Count cash in' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('75');
    await dialog.getByRole('button', { name: 'Count in 75.00 KES' }).click();
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Float from the bank');
    const keys = new Set<string>();
    let sent = 0;
    await page.route('**/cash-adjustments', async (route) => {
      sent += 1;
      keys.add((route.request().postDataJSON() as { idempotency_key: string }).idempotency_key);
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Count in 75.00 KES' }).dblclick();
    await dialog.getByText('Not confirmed yet. Checking…').waitFor();
    await dialog.getByRole('status').getByRole('link', { name: 'Waiting for approval' }).waitFor();
    expect([sent, keys.size]).toEqual([2, 1]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Cash counts' }).getByRole('row').nth(1);
    await row.getByText('Awaiting approval').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'treasury');
    expect(await figure('Cash on hand').getAttribute('value')).toBe('150000');

    const { approvals } = must(await its.sacco.maker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals).toMatchObject([{ amount_minor: 7_500, memo: 'Float from the bank' }]);
    must(await decide(its.sacco, approvals[0].id));
    await page.reload();
    await figure('Cash on hand').getByText('1,575.00 KES').waitFor();
    await row.getByText('Posted').waitFor();
    expect(complaints.filter((each) => !each.includes('cash-adjustments'))).toEqual([]);
    await close();
  });

  test('notes and coins are counted; what is over or short is worked out, and requested', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/treasury' });
    const { cash_on_hand } = must(await its.sacco.maker.get('/api/v1/sacco/treasury')).body;
    expect(cash_on_hand).toBe('1575.00');
    await page.getByRole('button', { name: 'Count the cash' }).click();
    const dialog = page.getByRole('dialog', { name: 'Count the cash' });
    const pieces = (of: string) => dialog.getByRole('textbox', { name: `× ${of}`, exact: true });
    await pieces('1000.00').fill('1');
    await pieces('500.00').fill('1');
    await pieces('50.00').fill('1.5');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Counted twice');
    await dialog.getByRole('button', { name: 'Request 75.00 KES short' }).click();
    await dialog.getByText('Enter a whole number').waitFor();
    await pieces('50.00').fill('1');
    await pieces('20.00').fill('2');
    await dialog.getByRole('button', { name: 'Request 15.00 KES over' }).waitFor();
    await pieces('20.00').fill('');
    await dialog.getByRole('button', { name: 'Request 25.00 KES short' }).waitFor();
    for (const figure of ['1,575.00 KES', '1,550.00 KES', '25.00 KES'])
      await dialog.getByRole('definition').filter({ hasText: figure }).first().waitFor();
    await expectGoodPage(page);
    await pieces('20.00').fill('1');
    await pieces('5.00').fill('1');
    expect(await dialog.getByRole('button', { name: 'The cash agrees' }).isDisabled()).toBe(true);
    await pieces('5.00').fill('');
    await dialog.getByRole('button', { name: 'Request 5.00 KES short' }).click();
    await dialog.getByRole('status').filter({ hasText: 'Waiting for approval: 5.00 KES' }).waitFor();
    const [request] = must(await its.sacco.maker.get('/api/v1/approvals?status=pending')).body.approvals;
    expect(request).toMatchObject({ kind: 'cash_adjustment', amount_minor: 500, memo: 'Counted twice' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('cash is counted out by an admin, for somebody else to decide', async () => {
    const { page, close } = await its.open(its.sacco.people.admin, {
      path: '/treasury',
    });
    await page.getByRole('button', { name: 'Count cash out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Count cash out' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,00');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('To the bank');
    await dialog.getByRole('button', { name: 'Count cash out' }).click();
    await dialog.getByText('Only digits, like 1500 or 1500.50').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog.getByRole('button', { name: 'Count out 100.00 KES' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).click();
    const request = page.getByRole('article', { name: /To the bank/ });
    await request.getByText('You asked for this; somebody else decides.').waitFor();
    expect(await request.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await close();
  });
});
