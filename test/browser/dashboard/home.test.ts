/** The first page by role: a teller's day, an officer's loans, and the cooperative's figures for those who decide. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../core/ids.ts';
import {
  browserIsMissing,
  expectGoodPage,
  letDaysPass,
  moveToNoon,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  paymentBody,
  saccoInBrowser,
} from '../../harness/index.ts';

const PHONE_WIDTH = 360;

describe.skipIf(browserIsMissing())('the first page by role', () => {
  const its = saccoInBrowser({ utc_offset_minutes: 180 });
  let loan: string;

  beforeAll(async () => {
    const { sacco, service } = its;
    await moveToNoon(sacco.project);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const member_id = await newSaver(sacco, 1_000_000);
    loan = await openLoan(sacco, { product_id, member_id, amount_minor: 600_000, term: 6 });
    await letDaysPass(service, sacco, 70);
    // Before anybody has read how many there are, which is kept for some seconds.
    must(await sacco.project.key.post('/api/v1/payments', paymentBody({ provider: 'manual' })));
    must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/deposits`, moving(30_000)));
    must(
      await sacco.maker.post(
        '/api/v1/sacco/cash-adjustments',
        moving(500, { direction: 'in', memo: 'found' }),
      ),
    );
  });

  test('a maker: the search first, what moved today, members served, the loans looked after', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker);
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await card('Members served').getByText('1', { exact: true }).waitFor();
    await card('Members served').getByText('2 entries today').waitFor();
    await card('Cash on hand').getByText('Cash in 300.00 KES · Cash out 0.00 KES').waitFor();
    await card('Waiting for approval').getByText('1', { exact: true }).waitFor();
    const home = must(await its.sacco.maker.get('/api/v1/sacco/home')).body;
    expect(home.my_loans.overdue_minor).toBeGreaterThan(0);
    await card('My arrears').locator(`data[value="${home.my_loans.overdue_minor}"]`).waitFor();
    await card('My arrears').getByText('1 loan', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'My entries today' }).waitFor();
    // The figures of the cooperative are not a maker's.
    expect(await page.getByRole('table', { name: 'Collections by week' }).count()).toBe(0);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a checker: figures with their year, approvals by age, arrears that lead to loans, collections', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.checker);
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await page.getByRole('table', { name: 'Collections by week' }).waitFor();
    const { cooperative } = must(await its.sacco.checker.get('/api/v1/sacco/home')).body;
    const now = cooperative.months.at(-1);
    await card('Savings').locator(`data[value="${now.savings_minor}"]`).waitFor();
    await card('Savings').getByText('+300.00 KES since last month').waitFor();
    await card('Savings')
      .getByRole('img', { name: /^Savings, twelve months: from / })
      .waitFor();
    await card('Loans outstanding').locator(`data[value="${now.outstanding_minor}"]`).waitFor();
    await card('PAR30').getByText('100.00%', { exact: true }).waitFor();
    await card('Cash and banks')
      .locator(`data[value="${now.cash_minor + now.banks_minor}"]`)
      .waitFor();
    await page.getByRole('region', { name: 'The books' }).getByText('Even', { exact: true }).waitFor();
    const collections = page.getByRole('table', { name: 'Collections by week' });
    expect(await collections.getByRole('row').count()).toBe(9);
    await expectGoodPage(page);

    const ages = page.getByRole('table', { name: 'Approvals waiting, by age' });
    await ages.getByRole('row', { name: 'Less than a day 1' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Largest arrears' }).getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === `/loans/${loan}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an admin: payments of the last 24 hours by provider too, and what the API has refused', async () => {
    expect((await its.sacco.project.key.get(`/api/v1/payments/${newId('payment')}`)).status).toBe(404);
    await its.service.ctx.api_errors.store();
    const { page, complaints, close } = await its.open(its.sacco.people.admin);
    const table = page.getByRole('table', { name: 'Payments of the last 24 hours' });
    await table.waitFor();
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    expect((await cells.allTextContents()).slice(1)).toEqual(['1', '0', '0', '–', '–']);
    const errors = page.getByRole('table', { name: 'API errors of the last 24 hours' });
    await errors.getByRole('row').filter({ hasText: 'NOT_FOUND' }).locator('time').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['en', 'sw', 'am'] as const)(
    'a phone shows it without scrolling sideways (%s)',
    async (language) => {
      const { page, complaints, close } = await its.open(its.sacco.people.checker, {
        language,
        viewport: { width: PHONE_WIDTH, height: 740 },
      });
      await page.locator('.sparkline').nth(3).waitFor();
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.locator('.share-bar').first().waitFor();
      await expectGoodPage(page);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test('with tills a teller sees the drawer of the session', async () => {
    const { sacco } = its;
    must(await sacco.project.session.put('/api/v1/sacco/settings', { tills: 'on' }));
    const till = must(await sacco.admin.post('/api/v1/sacco/tills', { name: 'Till 1' })).body.id;
    const body = { float: '100.00', idempotency_key: crypto.randomUUID() };
    const session = must(await sacco.maker.post(`/api/v1/sacco/tills/${till}/sessions`, body)).body;
    must(await sacco.checker.post(`/api/v1/approvals/${session.approval_id}/approve`, {}));
    const member = await newMember(sacco);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(2_500)));
    const { page, complaints, close } = await its.open(sacco.people.maker);
    const mine = page.getByRole('region', { name: 'My till' });
    await mine.getByText('125.00 KES', { exact: true }).waitFor();
    await mine.getByText('Cash in 25.00 KES · Cash out 0.00 KES').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
