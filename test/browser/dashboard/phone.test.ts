/** The dashboard on a phone: its menu, by touch. */
import { describe, expect, test } from 'vitest';
import { browserIsMissing, expectGoodPage, menuEntry, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the dashboard on a phone', () => {
  const its = saccoInBrowser();

  test('the menu opens, stays open, leads to a page and closes there', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { is_phone: true });
    const burger = page.getByRole('button', { name: 'Menu' });
    const members = menuEntry(page, 'Members');
    await burger.waitFor();
    expect(await members.isVisible()).toBe(false);
    await burger.tap();
    await members.waitFor();
    expect(await burger.getAttribute('aria-expanded')).toBe('true');
    // Looking at the whole page takes longer than drawing it anew.
    await expectGoodPage(page);
    expect(await members.isVisible()).toBe(true);
    await members.tap();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await members.waitFor({ state: 'hidden' });
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
