/** Back, forward and reload keep what was chosen, and one tab shows what another has changed. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  menuEntry,
  must,
  newMember,
  newSaver,
  PATIENCE_MS,
  saccoInBrowser,
  type DashboardPage,
} from '../../harness/index.ts';

/** More than a page of the list, and than a screen. */
const MEMBERS = 53;

describe.skipIf(browserIsMissing())('tabs and history', () => {
  const its = saccoInBrowser();
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (let made = 0; made < MEMBERS; made++) ids.push(await newMember(its.sacco));
    for (const id of ids.slice(0, 2)) must(await its.sacco.maker.post(`/api/v1/sacco/members/${id}/suspend`));
  });

  const open = (path: string): Promise<DashboardPage> => its.open(its.sacco.people.maker, { path });

  const links = (page: Page) =>
    page.getByRole('table', { name: 'Members' }).locator('tbody').getByRole('link');

  const scrolled = (page: Page): Promise<number> => page.evaluate('window.scrollY');

  test('back and forward keep filters and hidden columns; so does a reload', async () => {
    const { page, complaints, close } = await open('/members');
    await links(page).nth(10).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended');
    await page.getByRole('searchbox', { name: 'Find a member' }).fill('M');
    await page.waitForURL((url) => url.searchParams.get('q') === 'M');
    await page.getByText('2 rows in all').waitFor();
    await page.getByRole('button', { name: 'Columns: Members' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Phone' }).uncheck();
    await page.keyboard.press('Escape');
    const expectChosen = async (): Promise<void> => {
      await page.getByText('2 rows in all').waitFor();
      expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('suspended');
      expect(await page.getByRole('searchbox', { name: 'Find a member' }).inputValue()).toBe('M');
      expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Phone');
    };
    await expectChosen();
    const name = (await links(page).first().textContent()) ?? '';
    await links(page).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await expectChosen();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await page.reload();
    await expectChosen();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a page begins at its top, and back leads to the place in the list where somebody was', async () => {
    const { page, complaints, close } = await open('/members');
    await links(page).nth(40).waitFor();
    const last = links(page).nth(MEMBERS - 1);
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    await last.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(500);
    const name = (await last.textContent()) ?? '';
    await last.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => scrolled(page), { timeout: PATIENCE_MS }).toBe(0);
    await page.goBack();
    await last.waitFor();
    await expect.poll(() => scrolled(page), { timeout: PATIENCE_MS }).toBeGreaterThan(before - 200);
    await page.goForward();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a movement in one tab shows in the other when somebody looks at it', async () => {
    const id = await newSaver(its.sacco, 10_000);
    const { page: first, context, complaints, close } = await open(`/members/${id}`);
    const savings = (page: Page, minor: number) =>
      page.getByRole('region', { name: 'Savings' }).locator(`data[value="${minor}"]`);
    await savings(first, 10_000).waitFor();
    // A link opened in another tab takes the session along.
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      first.evaluate(`window.open(location.href)`),
    ]);
    await savings(second, 10_000).waitFor();
    await second.getByRole('button', { name: 'Deposit' }).click();
    await second.getByRole('textbox', { name: 'Amount' }).fill('25');
    await second.getByRole('button', { name: 'Deposit 25.00 KES' }).click();
    await second.getByText('Deposited 25.00 KES').waitFor();
    await first.bringToFront();
    // Here all tabs count as visible, so that the browser does not say it.
    await first.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await savings(first, 12_500).waitFor();
    await first.getByRole('table', { name: 'Timeline' }).getByText('25.00').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a list that somebody has read on is read again by one request', async () => {
    const [oldest = ''] = ids.slice(2);
    const { page, complaints, close } = await open('/members');
    await links(page).nth(40).waitFor();
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/members/${oldest}"]`) });
    await row.waitFor();
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${oldest}/suspend`));
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/v1/sacco/members' && !search.includes('totals')) asked.push(search);
    });
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await row.getByText('Suspended').waitFor();
    expect(asked).toEqual(['?limit=100']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('who signs out in one tab is signed out in the other', async () => {
    const { page: first, context, close } = await open('/members');
    await links(first).first().waitFor();
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      first.evaluate(`window.open(location.href)`),
    ]);
    await menuEntry(second, 'Members').waitFor();
    await second.getByRole('button', { name: 'Account' }).click();
    await second.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.getByRole('button', { name: 'Sign in' }).waitFor();
    await first.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await links(first).count()).toBe(0);
    await close();
  });
});
