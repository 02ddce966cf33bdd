/** Approvals: two people in two browsers, what a decision would do and does, keys, double clicks and lost answers. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  held,
  lend,
  moving,
  newProduct,
  must,
  newSaver,
  screenshot,
  type DashboardPage,
  type Sacco,
  PATIENCE_MS,
  pressInTurn,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('approvals in the dashboard', () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 10_000 });

  const open = (role: keyof Sacco['people'], tab = ''): Promise<DashboardPage> =>
    its.open(its.sacco.people[role], {
      path: `/approvals${tab}`,
    });

  /** A request of the maker's to count cash in. @returns its id */
  async function waiting(memo: string, amount_minor = 7_500, direction = 'in'): Promise<string> {
    const body = moving(amount_minor, { direction, memo });
    return must(await its.sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body.approval_id;
  }

  const article = (page: Page, about: string): Locator =>
    page.getByRole('article', { name: new RegExp(about) });

  async function statusOf(id: string): Promise<string> {
    return must(await its.sacco.maker.get(`/api/v1/approvals/${id}`)).body.status;
  }

  async function confirm(page: Page, amount: string): Promise<void> {
    const dialog = page.getByRole('dialog', { name: `Approve ${amount}?` });
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  }

  const focused = (page: Page): Promise<string> =>
    page.evaluate(
      `document.activeElement.tagName === 'ARTICLE' ? document.activeElement.querySelector('h2').textContent : document.activeElement.tagName`,
    );

  /** The focus moves once the page is drawn. */
  const expectFocus = (page: Page, on: RegExp): Promise<void> =>
    expect.poll(() => focused(page), { timeout: PATIENCE_MS }).toMatch(on);

  test('the maker asks, the checker sees what it would do, approves with one click of two, and so it is', async () => {
    const member = await newSaver(its.sacco, 100_000);
    const asked = must(
      await its.sacco.maker.post(
        `/api/v1/sacco/members/${member}/withdrawals`,
        moving(70_000, { memo: 'School fees' }),
      ),
    ).body;
    const by_maker = await open('maker');
    const own = article(by_maker.page, 'Withdrawal');
    await own.getByText('You asked for this; somebody else decides.').waitFor();
    await own.getByRole('table', { name: 'Effect' }).waitFor();
    expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await own.getByRole('button', { name: 'Cancel request' }).waitFor();

    const { page, complaints, close } = await open('checker');
    const request = article(page, 'Withdrawal');
    const rows = request.getByRole('table', { name: 'Effect' }).getByRole('row');
    await rows.filter({ hasText: 'Savings' }).waitFor();
    await request.getByText('School fees').waitFor();
    expect(await request.getByRole('button', { name: 'Cancel request' }).count()).toBe(0);
    const figures = async (row: Locator): Promise<(string | null)[]> =>
      Promise.all((await row.locator('data').all()).map((each) => each.getAttribute('value')));
    expect(await figures(rows.filter({ hasText: 'Savings' }))).toEqual(['100000', '-70000', '30000']);
    await request.getByText("'s savings lose 700.00 KES").waitFor();
    const [, , cash_after] = await figures(rows.filter({ hasText: 'Cash on hand' }));
    await expectGoodPage(page);
    await screenshot(page, 'approvals-waiting');

    await request.getByRole('textbox', { name: 'Note' }).fill('Seen the invoice');
    await request.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 700.00 KES?' });
    await expectGoodPage(page);
    let sent = 0;
    page.on('request', (each) => (sent += each.url().endsWith('/approve') ? 1 : 0));
    await dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    const notice = page.getByRole('status').filter({ hasText: 'Approved by' });
    await notice.getByText('Posted').waitFor();
    await request.waitFor({ state: 'detached' });
    expect(sent).toBe(1);
    const { cash_on_hand_minor } = must(await its.sacco.admin.get('/api/v1/sacco/treasury')).body;
    expect(String(cash_on_hand_minor)).toBe(cash_after);
    expect((await held(its.sacco.project.key, member))['savings']).toBe(30_000);

    await page.getByRole('tab', { name: 'Decided' }).click();
    const decided = article(page, 'Withdrawal');
    await decided.getByText('Seen the invoice').waitFor();
    await decided.getByText('Approved', { exact: true }).waitFor();
    await expectGoodPage(page);
    expect(asked.status).toBe('awaiting_approval');
    expect([...complaints, ...by_maker.complaints]).toEqual([]);
    await close();
    await by_maker.close();
  });

  test('a lost answer decides once, and what was decided is shown; so is what somebody else decided', async () => {
    const id = await waiting('Float of Monday');
    const other = await waiting('Float of Tuesday');
    const { page, close } = await open('checker');
    let sent = 0;
    await page.route(`**/approvals/${id}/approve`, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      // The service has decided; the page does not learn of it.
      await route.fetch();
      return route.abort();
    });
    await article(page, 'Monday').getByRole('button', { name: 'Approve' }).click();
    await confirm(page, '75.00 KES');
    const notice = page.getByRole('status').filter({ hasText: 'Approved by' });
    await notice.getByText('Float of Monday').waitFor();
    await notice.getByText('Posted').waitFor();
    expect(sent).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
    const { entries } = must(await its.sacco.maker.get('/api/v1/sacco/entries?kind=cash_adjustment')).body;
    expect(entries.filter(({ memo }: { memo: string }) => memo === 'Float of Monday')).toMatchObject([
      { status: 'posted' },
    ]);

    const request = article(page, 'Tuesday');
    await request.getByRole('textbox', { name: 'Note' }).fill('Counted again');
    await page.route(
      `**/approvals/${other}/reject`,
      async (route) => {
        must(await its.sacco.admin.post(`/api/v1/approvals/${other}/reject`, { note: 'Not today' }));
        await route.fallback();
      },
      { times: 1 },
    );
    await request.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('status').filter({ hasText: 'Rejected by' }).getByText('Float of Tuesday').waitFor();
    await request.waitFor({ state: 'detached' });
    expect(must(await its.sacco.maker.get(`/api/v1/approvals/${other}`)).body.note).toBe('Not today');
    await close();
  });

  test('what is decided stays in sight until the answer is there, though the list no longer has it', async () => {
    const id = await waiting('Float of Wednesday');
    await waiting('Float of Thursday');
    const { page, close } = await open('checker');
    let is_reachable = false;
    let sent = 0;
    await page.route(`**/approvals/${id}/reject`, async (route) => {
      sent += 1;
      if (sent === 1) await route.fetch();
      return is_reachable ? route.continue() : route.abort();
    });
    const reject = async (about: string): Promise<void> => {
      await article(page, about).getByRole('textbox', { name: 'Note' }).fill('Counted again');
      await article(page, about).getByRole('button', { name: 'Reject' }).click();
    };
    await reject('Wednesday');
    const checking = article(page, 'Wednesday').getByText('Not confirmed yet. Checking…');
    await checking.waitFor();
    expect(await statusOf(id)).toBe('rejected');
    // Another decision makes the list be read anew, as this request shows.
    await waiting('Float of Friday');
    await reject('Thursday');
    await article(page, 'Friday').waitFor();
    expect(await checking.isVisible()).toBe(true);
    is_reachable = true;
    const notice = page.getByRole('status').filter({ hasText: 'Rejected by' });
    await notice.getByText('Float of Wednesday').waitFor();
    await article(page, 'Wednesday').waitFor({ state: 'detached' });
    await reject('Friday');
    await article(page, 'Friday').waitFor({ state: 'detached' });
    await close();
  });

  test('rejecting needs a note; keys move, decide and show more, and the next one has the focus', async () => {
    const ids = [await waiting('third'), await waiting('second'), await waiting('first')];
    const { page, complaints, close } = await open('checker');
    await article(page, 'first').waitFor();
    await page.keyboard.press('j');
    await expectFocus(page, /first/);
    await page.keyboard.press('j');
    await expectFocus(page, /second/);
    await page.keyboard.press('k');
    await expectFocus(page, /first/);
    await page.keyboard.press('Enter');
    await article(page, 'first').getByText('Request id').waitFor();

    await page.keyboard.press('r');
    await article(page, 'first').getByText('Say why').waitFor();
    expect(await statusOf(ids[2] ?? '')).toBe('pending');
    // While somebody types, letters are letters.
    await page.keyboard.type('a rejected jar');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await expectFocus(page, /first/);
    await page.keyboard.press('r');
    await article(page, 'first').waitFor({ state: 'detached' });
    await expectFocus(page, /second/);
    expect(await statusOf(ids[2] ?? '')).toBe('rejected');

    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Approve 75.00 KES?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocus(page, /second/);
    await page.keyboard.press('a');
    await confirm(page, '75.00 KES');
    await article(page, 'second').waitFor({ state: 'detached' });
    await expectFocus(page, /third/);

    // `g a` goes to approvals, and approves nothing.
    await pressInTurn(page, 'g', 'a');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('a');
    await confirm(page, '75.00 KES');
    await page.getByText('Nothing here yet').waitFor();
    await expectFocus(page, /^H1$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('what cannot be carried out cannot be approved; the reason to reject it is filled in', async () => {
    const id = await waiting('too much', 90_000_000, 'out');
    const { page, complaints, close } = await open('admin');
    const request = article(page, 'too much');
    const why = 'Cannot be carried out: The tills hold less cash than needed (short by ';
    await request.getByText(why).waitFor();
    expect(await request.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    const note = request.getByRole('textbox', { name: 'Note' });
    expect(await note.inputValue()).toContain(why);
    await request.focus();
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectGoodPage(page);
    await request.getByRole('button', { name: 'Reject' }).click();
    await request.waitFor({ state: 'detached' });
    expect(must(await its.sacco.maker.get(`/api/v1/approvals/${id}`)).body).toMatchObject({
      status: 'rejected',
      note: expect.stringContaining(why),
    });
    expect(complaints).toEqual([]);
    await close();
  });

  test('the effect of a write-off names the guarantors who pay', async () => {
    const borrower = await newSaver(its.sacco, 100_000);
    const guarantor = await newSaver(its.sacco, 300_000);
    const loan = await lend(its.sacco, {
      product_id: await newProduct(its.sacco),
      member_id: borrower,
      amount_minor: 200_000,
      guarantors: [{ member_id: guarantor, amount_minor: 150_000 }],
    });
    const body = { memo: 'Gone abroad', idempotency_key: 'write-off-abroad' };
    must(await its.sacco.maker.post(`/api/v1/sacco/loans/${loan.id}/write-off`, body));
    const named = must(await its.sacco.maker.get(`/api/v1/sacco/members/${guarantor}`)).body.full_name;
    const { page, complaints, close } = await open('checker');
    const request = article(page, 'Gone abroad');
    await request.getByText(`${named}'s savings lose 1,500.00 KES`).waitFor();
    const row = request.getByRole('table', { name: 'Effect' }).getByRole('row').filter({ hasText: named });
    await row.getByRole('link', { name: named }).waitFor();
    await row.locator('data[value="-150000"]').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('what has become impossible since it was shown fails when it is approved', async () => {
    const id = await waiting('all of it', 100_000, 'out');
    const { page, close } = await open('admin');
    const request = article(page, 'all of it');
    await request.getByRole('table', { name: 'Effect' }).waitFor();
    // From now on the page learns nothing new.
    const shown = must(await its.sacco.admin.get(`/api/v1/approvals/${id}`)).body;
    await page.route(`**/approvals/${id}`, (route) => route.fulfill({ json: shown }));
    const { cash_on_hand_minor } = must(await its.sacco.admin.get('/api/v1/sacco/treasury')).body;
    const taken = await waiting('taken out', Number(cash_on_hand_minor), 'out');
    must(await its.sacco.admin.post(`/api/v1/approvals/${taken}/approve`, {}));
    await request.getByRole('button', { name: 'Approve' }).click();
    await expectGoodPage(page);
    await confirm(page, '1,000.00 KES');
    await page.unroute(`**/approvals/${id}`);
    const failed = page.getByRole('alert').filter({ hasText: 'Not booked:' });
    await failed.getByText('The tills hold less cash than needed').waitFor();
    await expectGoodPage(page);
    const put_back = await waiting('put back', Number(cash_on_hand_minor));
    must(await its.sacco.admin.post(`/api/v1/approvals/${put_back}/approve`, {}));
    await close();
  });

  test('the maker sees own requests under Mine, and takes one back; an admin may, too', async () => {
    const id = await waiting('mistyped');
    const other = await waiting('forgotten');
    const { page, close } = await open('maker', '?tab=mine');
    const request = article(page, 'mistyped');
    await request.getByRole('button', { name: 'Cancel request' }).click();
    await request.getByText('Cancelled', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('cancelled');
    await expectFocus(page, /mistyped/);
    await close();
    const admin = await open('admin');
    await article(admin.page, 'forgotten').getByRole('button', { name: 'Cancel request' }).click();
    await article(admin.page, 'forgotten').waitFor({ state: 'detached' });
    expect(await statusOf(other)).toBe('cancelled');
    await admin.close();
  });

  test('a maker decides nothing that a key asked for', async () => {
    const body = moving(5_000, { direction: 'in', memo: 'by the key' });
    must(await its.sacco.project.key.post('/api/v1/sacco/cash-adjustments', body));
    const { page, close } = await open('maker');
    const request = article(page, 'by the key');
    await request.getByRole('table', { name: 'Effect' }).waitFor();
    await request.getByRole('button', { name: 'Details' }).waitFor();
    expect(await request.getByRole('button', { name: /Approve|Reject|Cancel/ }).count()).toBe(0);
    expect(await request.getByText('You asked for this').count()).toBe(0);
    await close();
  });
});
