/** An officer's round with a phone: cash is taken without a network, booked once, and handed over in the evening. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addStaff,
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  must,
  newProduct,
  newSaver,
  openLoan,
  paperSize,
  saccoInBrowser,
  screenshot,
  setTestClock,
  type Person,
} from '../../harness/index.ts';

interface Borrower {
  loan: string;
  member_no: string;
}

describe.skipIf(browserIsMissing())('collections on a phone', () => {
  const its = saccoInBrowser();
  /** One for each test: nobody else's loans, entries or device. */
  const rounds: { officer: Person; borrowers: Borrower[] }[] = [];

  beforeAll(async () => {
    await setTestClock(its.sacco.project, '2035-01-31T09:00:00Z');
    const product_id = await newProduct(its.sacco, { fee_bps: 0 });
    const guarantors = [{ member_id: await newSaver(its.sacco, 1_000_000), amount_minor: 50_000 }];
    for (const count of [2, 3, 2]) {
      const officer = await addStaff(its.service.anyone, its.sacco.project, 'maker');
      const borrowers: Borrower[] = [];
      for (let i = 0; i < count; i++) borrowers.push(await lend(officer, { product_id, guarantors }));
      rounds.push({ officer, borrowers });
    }
    await setTestClock(its.sacco.project, '2035-03-03T09:00:00Z');
  });

  /** 6,000.00 over 6 months, of which 1,053.15 are late in March. */
  async function lend(
    { id: officer_user_id }: Person,
    terms: Pick<Parameters<typeof openLoan>[1], 'product_id' | 'guarantors'>,
  ): Promise<Borrower> {
    const member_id = await newSaver(its.sacco, 100);
    const loan = await openLoan(its.sacco, {
      ...terms,
      member_id,
      officer_user_id,
      amount_minor: 600_000,
      term: 6,
    });
    const { member_no } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member_id}`)).body;
    return { loan, member_no };
  }

  /** In the order in which they were booked. */
  async function repaid(loan: string): Promise<number[]> {
    const entries = must(
      await its.sacco.maker.get('/api/v1/sacco/entries?kind=loan_repayment&status=posted&limit=1000'),
    ).body.entries as { loan_id: string; amount_minor: number }[];
    return entries
      .filter((entry) => entry.loan_id === loan)
      .map((entry) => entry.amount_minor)
      .toReversed();
  }

  const listed = (page: Page) => page.getByRole('table', { name: 'To collect today' });
  const takenHere = (page: Page) => page.getByRole('table', { name: 'Taken on this device' });

  async function beginTaking(page: Page, { loan }: Borrower) {
    const row = listed(page)
      .getByRole('row')
      .filter({ has: page.locator(`a[href="/loans/${loan}"]`) });
    await row.getByRole('button', { name: 'Take cash' }).tap();
    return page.getByRole('dialog', { name: 'Take cash' });
  }

  /** Without a network. @param amount as it is suggested if not given */
  async function takeOffline(page: Page, borrower: Borrower, amount: string, typed?: string): Promise<void> {
    const dialog = await beginTaking(page, borrower);
    const field = dialog.getByRole('textbox', { name: 'Amount' });
    if (typed !== undefined) await field.fill(typed);
    await dialog.getByRole('button', { name: `Take ${amount} KES` }).dblclick();
    await dialog.getByText(`${amount} KES is kept on this device`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await dialog.waitFor({ state: 'detached' });
  }

  test('cash taken twice without a network is booked once each, and handed over', async () => {
    const { officer, borrowers } = rounds[0] as (typeof rounds)[number];
    const [first, second] = borrowers as [Borrower, Borrower];
    const { page, context, close } = await its.open(officer, { path: '/collections', is_phone: true });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await listed(page).getByText(first.member_no).first().waitFor();
    expect(await listed(page).getByText('1,053.15 KES').count()).toBe(2);
    await page.getByText('opens without a network').waitFor();
    expect(await listed(page).locator('a[href^="tel:+"]').count()).toBe(2);
    const bar = page.getByRole('navigation', { name: 'Quick access' });
    expect(await bar.getByRole('link', { name: 'Collections' }).getAttribute('aria-current')).toBe('page');
    await expectGoodPage(page);

    await context.setOffline(true);
    await takeOffline(page, first, '1,053.15');
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill(second.member_no);
    await listed(page).getByText(first.member_no).first().waitFor({ state: 'detached' });
    await takeOffline(page, second, '500.00', '500');
    await page.getByText('2 to be sent: 1,553.15 KES').waitFor();
    await page.getByText('the service cannot be reached, so amounts may have changed').waitFor();
    // What was taken is not suggested again.
    const dialog = await beginTaking(page, second);
    expect(await dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('553.15');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await screenshot(page, 'collections-phone');
    await expectGoodPage(page);
    expect([await repaid(first.loan), await repaid(second.loan)]).toEqual([[], []]);

    // The page opens again without a network, with the list and what was taken; later the first answer is lost.
    await page.reload();
    await page.getByText('2 to be sent: 1,553.15 KES').waitFor();
    // The address has kept what was searched for.
    await listed(page).getByText(second.member_no).first().waitFor();
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('');
    await listed(page).getByText(first.member_no).first().waitFor();
    await page.getByText('the service cannot be reached, so amounts may have changed').waitFor();
    await page.getByRole('link', { name: 'Hand-over' }).tap();
    const unsent = page.getByRole('table', { name: 'Not booked yet' });
    await unsent.getByText('To be sent', { exact: true }).nth(1).waitFor();
    await page.getByRole('link', { name: '‹ Collections' }).tap();
    await takenHere(page).getByText('To be sent', { exact: true }).nth(1).waitFor();
    const sent = await loseNextAnswer(page, 'POST', '/repayments');
    await context.setOffline(false);
    await takenHere(page).getByText('Sent', { exact: true }).nth(1).waitFor();
    expect(sent()).toBe(3);
    expect([await repaid(first.loan), await repaid(second.loan)]).toEqual([[105_315], [50_000]]);
    expect(await page.getByText('to be sent:').count()).toBe(0);

    await page.getByRole('link', { name: 'Hand-over' }).tap();
    await page.getByRole('table', { name: 'Receipts of today' }).getByText(second.member_no).waitFor();
    const facts = page.locator('dl.facts');
    expect(await facts.locator('dd').allTextContents()).toEqual([
      '1,553.15 KES',
      '0.00 KES',
      '0.00 KES',
      '1,553.15 KES',
    ]);
    await expectGoodPage(page);
    await page.emulateMedia({ media: 'print' });
    for (const signature of ['Handed over by', 'Received by']) await page.getByText(signature).waitFor();
    expect(await paperSize(page)).toEqual([595, 842].map((side) => expect.closeTo(side, -1)));
    expect(errors).toEqual([]);
    await close();
  });

  test('two tabs send each collection once', async () => {
    const { officer, borrowers } = rounds[1] as (typeof rounds)[number];
    const { page, context, close } = await its.open(officer, { path: '/collections', is_phone: true });
    await listed(page).getByText('1,053.15 KES').nth(2).waitFor();
    const other = await context.newPage();
    await other.goto('/collections');
    await listed(other).getByText('1,053.15 KES').nth(2).waitFor();
    let sent = 0;
    await context.route(
      ({ pathname }) => pathname.endsWith('/repayments'),
      (route) => {
        sent += 1;
        return route.fallback();
      },
    );
    await context.setOffline(true);
    await takeOffline(page, borrowers[0] as Borrower, '1,053.15');
    await takeOffline(other, borrowers[1] as Borrower, '1,053.15');
    await takeOffline(page, borrowers[2] as Borrower, '1,053.15');
    await takenHere(other).getByText('To be sent', { exact: true }).nth(2).waitFor();
    sent = 0;
    await context.setOffline(false);
    for (const each of [page, other])
      await takenHere(each).getByText('Sent', { exact: true }).nth(2).waitFor();
    for (const { loan } of borrowers) expect(await repaid(loan)).toEqual([105_315]);
    expect(sent).toBe(3);
    await close();
  });

  test('what is refused stays until it is dealt with, and signing out warns of what is not booked', async () => {
    const { officer, borrowers } = rounds[2] as (typeof rounds)[number];
    const [borrower, other] = borrowers as [Borrower, Borrower];
    const { page, context, close } = await its.open(officer, { path: '/collections', is_phone: true });
    // Online it is told at once.
    const dialog = await beginTaking(page, borrower);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('9,000');
    await dialog.getByRole('button', { name: 'Take 9,000.00 KES' }).tap();
    await dialog.getByRole('alert').getByText('Not booked:').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await takenHere(page).getByText('Refused', { exact: true }).waitFor();
    await page.reload();
    await takenHere(page).getByText('Refused', { exact: true }).waitFor();
    // The same again is refused again, under a new key.
    const [again] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/repayments')),
      takenHere(page).getByRole('button', { name: 'Try again' }).tap(),
    ]);
    expect(again.status()).toBe(422);
    await takenHere(page).getByText('Refused', { exact: true }).waitFor();
    await expectGoodPage(page);

    await context.setOffline(true);
    await takeOffline(page, other, '1,053.15');
    const asked: string[] = [];
    page.once('dialog', (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await page.getByRole('button', { name: 'Account' }).tap();
    await page.getByRole('menuitem', { name: 'Sign out' }).tap();
    await expect.poll(() => asked).toEqual([expect.stringContaining('2 collections are not booked yet')]);
    await listed(page).getByText(other.member_no).first().waitFor();

    await context.setOffline(false);
    await takenHere(page).getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Hand-over' }).tap();
    const open = page.getByRole('table', { name: 'Not booked yet' });
    await open.getByText('9,000.00 KES').waitFor();
    await page.locator('dl.facts').getByText('10,053.15 KES').waitFor();
    await expectGoodPage(page);
    await open.getByRole('button', { name: 'Dealt with' }).tap();
    const question = page.getByRole('dialog', { name: 'Dealt with' });
    await question.getByText('9,000.00 KES').waitFor();
    await expectGoodPage(page);
    await question.getByRole('button', { name: 'Dealt with' }).tap();
    await open.waitFor({ state: 'detached' });
    expect([await repaid(borrower.loan), await repaid(other.loan)]).toEqual([[], [105_315]]);

    // Whoever signs out now leaves nothing on the device.
    await page.getByRole('button', { name: 'Account' }).tap();
    await page.getByRole('menuitem', { name: 'Sign out' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.evaluate(KEPT)).toBe(0);
    await close();
  });
});

/** How much the device keeps. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open('ushirika.collections').onsuccess = ({ target }) => {
    const stores = ['taken', 'lists'];
    const transaction = target.result.transaction(stores);
    let kept = 0;
    for (const name of stores)
      transaction.objectStore(name).count().onsuccess = (event) => (kept += event.target.result);
    transaction.oncomplete = () => resolve(kept);
  };
})`;
