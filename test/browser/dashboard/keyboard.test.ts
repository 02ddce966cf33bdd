/** The day of a teller and of a checker without a mouse: the focus is always somewhere, in sight, and seen. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  held,
  must,
  newSaver,
  PATIENCE_MS,
  pressInTurn,
  saccoInBrowser,
  type Person,
} from '../../harness/index.ts';

/** More than the elements before anything of the pages here that takes the focus. */
const MOST_TABS = 80;

/** What has the focus, and what is wrong with it: it is nowhere, out of sight, or behind something else. */
const FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return { what: 'nothing', fault: 'lost' };
  const what = focused.tagName + ' ' + (focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? focused.textContent).trim().slice(0, 60);
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return { what, fault: 'out of sight' };
  if (height > innerHeight / 2 || width <= 1) return { what, fault: '' };
  const over = document.elementFromPoint((left + right) / 2, Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1));
  return { what, fault: over && (focused.contains(over) || over.contains(focused)) ? '' : 'behind ' + over?.className };
})()`;

describe.skipIf(browserIsMissing())('the keyboard alone', () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 100_000 });
  let member: string;
  let name: string;

  beforeAll(async () => {
    member = await newSaver(its.sacco, 500_000);
    name = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.full_name;
  });

  const heading = (page: Page, title: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name: title }).waitFor();

  /** A page may move the focus once it is drawn. */
  async function expectFocusInSight(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate(FOCUS), { timeout: PATIENCE_MS }).toMatchObject({ fault: '' });
  }

  async function press(page: Page, ...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  /** Goes on with Tab until it has the focus. */
  async function tabTo(page: Page, wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
      // Beyond the last element the browser itself has it, once.
      const { what } = await page.evaluate<{ what: string }>(FOCUS);
      if (what !== 'nothing') await expectFocusInSight(page);
    }
    throw new Error(`Tab does not reach ${wanted.toString()}`);
  }

  async function signIn(page: Page, { email, password }: Person): Promise<void> {
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
    await page.keyboard.insertText(email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.insertText(password);
    await press(page, 'Enter');
    await heading(page, 'Desk');
    await expectFocusInSight(page);
  }

  const focused = (page: Page, role: 'searchbox' | 'heading' | 'textbox', called: string): Promise<void> =>
    page.getByRole(role, { name: called, exact: true }).and(page.locator(':focus')).waitFor();

  test('a teller signs in, takes a deposit, prints, asks for a withdrawal and signs out; a checker approves', async () => {
    const { page, complaints, close } = await its.open(null, { path: '/' });
    await signIn(page, its.sacco.people.maker);
    await page.evaluate(`window.print = () => window.dispatchEvent(new Event('afterprint'))`);

    await press(page, '/');
    await focused(page, 'searchbox', 'Find a member');
    await page.keyboard.insertText(name);
    await press(page, 'Enter');
    await heading(page, name);
    await expectFocusInSight(page);
    await press(page, 'd');
    await page.getByRole('dialog', { name: 'Deposit' }).getByRole('textbox', { name: 'Amount' }).waitFor();
    await expectFocusInSight(page);
    await page.keyboard.type('1500');
    await press(page, 'Enter');
    await page.getByRole('status').filter({ hasText: 'Deposited 1,500.00 KES' }).waitFor();
    await expectFocusInSight(page);
    await press(page, 'p');
    // It was printed, and the next member is searched for.
    await heading(page, 'Desk');
    await focused(page, 'searchbox', 'Find a member');

    await page.keyboard.insertText(name);
    await press(page, 'Enter');
    await heading(page, name);
    await press(page, 'w');
    await page.getByRole('dialog', { name: 'Withdraw' }).getByRole('textbox', { name: 'Amount' }).waitFor();
    await page.keyboard.type('2000');
    await page.getByText('A second person decides on this').waitFor();
    await press(page, 'Enter');
    await page.getByRole('status').filter({ hasText: 'Waiting for approval: 2,000.00 KES' }).waitFor();
    await expectFocusInSight(page);
    await press(page, 'Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page, 'heading', name);
    await pressInTurn(page, 'g', 'm');
    await heading(page, 'Desk');
    await expectFocusInSight(page);
    await tabTo(page, page.getByRole('button', { name: 'Account' }));
    await press(page, 'Enter');
    const sign_out = page.getByRole('menuitem', { name: 'Sign out' });
    await sign_out.waitFor();
    for (let keys = 0; keys < MOST_TABS && !(await isFocused(sign_out)); keys++) {
      await press(page, 'ArrowDown');
      await expectFocusInSight(page);
    }
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectFocusInSight(page);
    expect(complaints).toEqual([]);
    await close();

    const by_checker = await its.open(null, { path: '/' });
    await signIn(by_checker.page, its.sacco.people.checker);
    await pressInTurn(by_checker.page, 'g', 'a');
    await heading(by_checker.page, 'Approvals');
    await by_checker.page.getByText('2,000.00 KES').first().waitFor();
    await by_checker.page.getByRole('button', { name: 'Approve', exact: true }).first().waitFor();
    await expectFocusInSight(by_checker.page);
    await press(by_checker.page, 'j', 'a');
    const dialog = by_checker.page.getByRole('dialog', { name: 'Approve 2,000.00 KES?' });
    await dialog.waitFor();
    await expectFocusInSight(by_checker.page);
    await tabTo(by_checker.page, dialog.getByRole('button', { name: 'Approve', exact: true }));
    await press(by_checker.page, 'Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocusInSight(by_checker.page);
    await expect
      .poll(async () => (await held(its.sacco.maker, member))['savings'], { timeout: PATIENCE_MS })
      .toBe(500_000 + 150_000 - 200_000);
    expect(by_checker.complaints).toEqual([]);
    await by_checker.close();
  });

  const isFocused = (wanted: Locator): Promise<boolean> =>
    wanted.evaluate((element) => element === element.ownerDocument.activeElement);
});
