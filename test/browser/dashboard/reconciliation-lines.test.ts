/** The lines of a statement beside our books: what differs is said, and keys alone go through what is left to do. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  must,
  saccoInBrowser,
} from '../../harness/index.ts';
import { bookedPayment, importRows, linesOf, manualPayment } from '../../reconciliation/books.ts';

const DAY_MS = 86_400_000;
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe.skipIf(browserIsMissing())('lines of a statement in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: ['reconciliation-imports'] });

  beforeAll(async () => {
    // What was kept of earlier payments is paid out and charged.
    await bookedPayment(its.service, its.sacco.project.key, 'earlier', { amount: 500 });
  });

  /** Two payments, the second of another amount and day, a fee and a payout. The lines are 2 to 5. */
  async function statement(name: string): Promise<{ run: string; first: string }> {
    const { key } = its.sacco.project;
    const first = await manualPayment(key, `${name}-1`, { customer_phone: '+254712000777' });
    await manualPayment(key, `${name}-2`);
    const { id } = await importRows(key, [
      { reference: `${name}-1`, amount: '100.00', id: `${name}-K1`, date: dayAfter(0) },
      { reference: `${name}-2`, amount: '101.00', id: `${name}-K2`, date: dayAfter(2) },
      { kind: 'fee', amount: '5.00', id: `${name}-K3` },
      { kind: 'payout', amount: '-90.00', id: `${name}-K4` },
    ]);
    return { run: id, first };
  }

  const open = (run: string, more: object = {}) =>
    its.open(its.sacco.people.maker, { path: `/reconciliation/${run}`, ...more });

  const rowOf = (page: Page, text: string) =>
    page.getByRole('table', { name: 'Lines', exact: true }).getByRole('row').filter({ hasText: text });

  /** Waits until the row has the focus. */
  const focused = async (page: Page, text: string): Promise<void> => {
    await page.waitForFunction(
      `document.activeElement?.matches('tr[data-row]') && document.activeElement.innerText.includes(${JSON.stringify(text)})`,
    );
  };

  test('theirs and ours stand side by side, and what differs is said in words', async () => {
    const { run, first } = await statement('SIDE');
    const { page, complaints, close } = await open(run);
    await page.getByRole('button', { name: 'Left to do 4', pressed: true }).waitFor();
    await page.getByText('0 of 4 lines done').waitFor();
    await page.getByText('0 match · 0 resolved · 4 left to do').waitFor();
    const link = rowOf(page, 'SIDE-1').getByRole('link', { name: 'SIDE-1' });
    expect(await link.getAttribute('href')).toBe(`/payments/${first}`);
    await rowOf(page, 'SIDE-1').getByText('+254712000777').waitFor();
    await rowOf(page, 'SIDE-1').getByText('Suggested: Settle payment').waitFor();
    await rowOf(page, 'SIDE-2').getByText('Amount: 1.00 KES more than ours').waitFor();
    await rowOf(page, 'SIDE-2').getByText('Date: 2 days later than ours').waitFor();
    expect(await rowOf(page, 'SIDE-2').getByRole('button', { name: 'Accept suggestion' }).count()).toBe(0);
    await rowOf(page, 'SIDE-K3').getByText('Nothing that this line names').waitFor();
    await rowOf(page, 'SIDE-K4').getByText('−90.00 KES').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys alone decide a statement; the focus goes to the next line that is left', async () => {
    const { run, first } = await statement('KEYS');
    const { page, complaints, close } = await open(run);
    const dialog = page.getByRole('dialog');
    await rowOf(page, 'KEYS-K4').waitFor();
    await page.keyboard.press('j');
    await focused(page, 'KEYS-1');
    await page.keyboard.press('j');
    await focused(page, 'KEYS-2');
    // Nothing is suggested for it.
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowDown');
    await focused(page, 'KEYS-K3');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('k');
    await focused(page, 'KEYS-1');

    // The answer is lost; the repeat is refused, as it was carried out.
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Settle payment: 100.00 KES?' }).waitFor();
    await expectGoodPage(page);
    const sent = await loseNextAnswer(page, 'POST', '/resolve');
    await dialog
      .getByRole('button', { name: 'Settle payment 100.00 KES' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Line 2 is resolved').waitFor();
    expect(sent()).toBe(2);
    await focused(page, 'KEYS-2');
    await rowOf(page, 'KEYS-1').waitFor({ state: 'detached' });
    expect(must(await its.sacco.project.key.get(`/api/v1/payments/${first}`)).body.status).toBe('completed');

    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Resolve line 3' }).waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Note' }).fill('They were told');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Line 3 is resolved').waitFor();
    await focused(page, 'KEYS-K3');

    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Book fee: 5.00 KES?' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(page, 'KEYS-K3');
    await page.keyboard.press('a');
    await dialog.getByRole('button', { name: 'Book fee 5.00 KES' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Line 4 is resolved').waitFor();
    await focused(page, 'KEYS-K4');

    await rowOf(page, 'KEYS-K4').getByRole('button', { name: 'Accept suggestion' }).click();
    await dialog.getByRole('combobox', { name: 'Booked to' }).waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Book payout 90.00 KES' }).click();
    await page.getByText('Line 5 is resolved').waitFor();
    await page.waitForFunction(`document.activeElement?.localName === 'h1'`);
    await page.getByText('4 of 4 lines done').waitFor();
    await page.getByRole('button', { name: 'All 4', pressed: true }).waitFor();
    const lines = await linesOf(its.sacco.project.key, run);
    expect(lines.map(({ resolution }) => resolution?.action)).toEqual([
      'settle_payment',
      'ignore',
      'book_fee',
      'book_payout',
    ]);

    await page.keyboard.press('?');
    await dialog.getByText('Accept the suggestion, on a line of a statement').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['en', 'On the statement', 'In our books'],
    ['sw', 'Kwenye taarifa', 'Kwenye vitabu vyetu'],
    ['am', 'በመግለጫው ላይ', 'በመዝገባችን'],
  ] as const)('on a phone ours stands below theirs, in %s', async (language, theirs, ours) => {
    const { run } = await statement(`PHONE-${language}`);
    const { page, complaints, close } = await open(run, { language, is_phone: true });
    const row = page.getByRole('row').filter({ hasText: `PHONE-${language}-2` });
    await row.waitFor();
    const [above, below] = await Promise.all(
      [theirs, ours].map((header) => row.locator(`[data-label="${header}"]`).boundingBox()),
    );
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
