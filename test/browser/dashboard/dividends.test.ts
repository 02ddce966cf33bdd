/** Dividends: declared, decided by somebody else, paid line by line, and again where a line failed. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { payDividend } from '../../../domain/dividends/index.ts';
import {
  browserIsMissing,
  decide,
  declaredDividend,
  earnFees,
  expectGoodPage,
  held,
  must,
  screenshot,
  type Sacco,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('dividends in the dashboard', () => {
  const its = saccoInBrowser();

  let members: string[];

  beforeAll(async () => {
    // Payouts run when the test says so.
    members = await earnFees(its.sacco, [100_000, 33_333]);
  });

  const open = (role: keyof Sacco['people'], path = '/dividends') =>
    its.open(its.sacco.people[role], { path });

  test('a maker declares one, exactly as typed and once; a checker approves it; it is paid', async () => {
    const { page, complaints, close } = await open('maker');
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Declare a dividend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Declare a dividend' });
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
    const submit = dialog.getByRole('button', { name: 'Declare a dividend' });
    await field('Share rate').fill('ten');
    await submit.click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByText('Only digits with at most two decimals, like 5 or 2.25').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'dividends-declare');
    await field('Name').fill('Dividend of 2026');
    await field('First day').fill('2026-12-31');
    await field('Last day').fill('2026-01-01');
    await field('Share rate').fill('10.29');
    await field('Withholding tax').fill('0');
    await dialog.getByRole('combobox', { name: 'Paid from' }).selectOption('Fee income');
    await submit.click();
    await dialog.getByText('Must not be before the first day').waitFor();
    await field('First day').fill('2026-01-01');
    await field('Last day').fill('2026-12-31');

    // Before it is asked for: whom it pays, what it comes to, and what is left of the income.
    const preview = dialog.getByRole('status');
    await preview.getByText('Left of the income').waitFor();
    const { body: dry } = must(
      await its.sacco.maker.post('/api/v1/sacco/dividends', {
        label: 'tried',
        period_start: '2026-01-01',
        period_end: '2026-12-31',
        share_rate_bps: 1_029,
        interest_rebate_bps: 0,
        paid_from: 'fee_income',
        dry_run: true,
      }),
    );
    for (const minor of [dry.total_minor, dry.available_minor, dry.left_minor])
      await preview.locator(`data[value="${minor}"]`).first().waitFor();
    await expectGoodPage(page);

    let sent = 0;
    await page.route('**/api/v1/sacco/dividends', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST' || request.postDataJSON().dry_run) return route.continue();
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await submit.dblclick();
    await page.getByRole('heading', { level: 1, name: 'Dividend of 2026' }).waitFor();
    expect(sent).toBe(2);
    const { dividends } = must(await its.sacco.maker.get('/api/v1/sacco/dividends')).body;
    expect(dividends).toMatchObject([
      { share_rate_bps: 1_029, interest_rebate_bps: 0, paid_from: 'fee_income', status: 'declared' },
    ]);
    const [{ id, approval_id, total_minor }] = dividends;
    await page.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    const lines = page.getByRole('table', { name: 'Lines' }).getByRole('row');
    expect(await lines.count()).toBe(3);
    // 333.33 at 10.29 % is 34.299…
    await lines.filter({ hasText: '333.33 KES' }).getByText('34.30 KES').waitFor();
    await expectGoodPage(page);

    // The checker reads the total, and decides.
    const by_checker = await open('checker', '/approvals');
    const request = by_checker.page.getByRole('article', { name: /Dividend of 2026/ });
    await request.getByRole('table', { name: 'Effect' }).waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    const confirm = by_checker.page.getByRole('dialog', { name: 'Approve 137.20 KES?' });
    await confirm.getByRole('button', { name: 'Approve', exact: true }).click();
    await by_checker.page.getByRole('status').filter({ hasText: 'Approved by' }).waitFor();
    expect(total_minor).toBe(13_720);
    await by_checker.close();

    await page.reload();
    await page.getByText('Being paid: 0 of 2 lines').waitFor();
    await expectGoodPage(page);
    await payDividend(its.service.ctx, id);
    await lines.filter({ hasText: '34.30 KES' }).getByText('Paid').waitFor();
    expect((await held(its.sacco.project.key, members[0] ?? ''))['savings']).toBe(10_290);
    expect(must(await its.sacco.maker.get(`/api/v1/approvals/${approval_id}`)).body.status).toBe('approved');
    await page.getByText('Being paid').waitFor({ state: 'detached' });
    expect(complaints.filter((each) => !each.includes('/sacco/dividends'))).toEqual([]);
    await close();
  });

  test('lines that failed are told, found, and retried', async () => {
    const { id, approval_id } = await declaredDividend(its.sacco, { label: 'Second', share_rate_bps: 100 });
    const [leaving = ''] = members;
    const exit = must(
      await its.sacco.maker.post(`/api/v1/sacco/members/${leaving}/exit`, {
        memo: 'Moves away',
        idempotency_key: crypto.randomUUID(),
      }),
    ).body;
    must(await decide(its.sacco, approval_id));
    await payDividend(its.service.ctx, id);
    const { page, complaints, close } = await open('admin', `/dividends/${id}`);
    await page.getByText('1 line could not be paid.').waitFor();
    await page.getByRole('combobox', { name: 'Status of lines' }).selectOption('Failed');
    const lines = page.getByRole('table', { name: 'Lines' }).getByRole('row');
    expect(await lines.count()).toBe(2);
    await lines.getByText("The member's status does not allow this").waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'dividend-failed');

    must(await its.sacco.maker.post(`/api/v1/approvals/${exit.approval_id}/cancel`));
    await page.getByRole('button', { name: 'Retry failed lines' }).dblclick();
    await page.getByText('Being paid: 1 of 2 lines').waitFor();
    await payDividend(its.service.ctx, id);
    await page.getByText('Being paid').waitFor({ state: 'detached' });
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(must(await its.sacco.maker.get(`/api/v1/sacco/dividends/${id}`)).body.status).toBe('paid');
    await page.getByRole('link', { name: '‹ Dividends' }).click();
    const rows = page.getByRole('table', { name: 'Dividends' }).getByRole('row');
    await rows.filter({ hasText: 'Second' }).getByText('1.00%').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Rejected');
    await page.getByText('Nothing here yet').waitFor();
    expect(new URL(page.url()).search).toBe('?status=rejected');
    expect(complaints).toEqual([]);
    await close();
  });
});
