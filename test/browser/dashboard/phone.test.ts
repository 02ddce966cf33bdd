/** The dashboard on a phone: its menu, by touch. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  menuEntry,
  newSaver,
  saccoInBrowser,
} from '../../harness/index.ts';

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

  test('a list of members has short rows, many of which are seen at once', async () => {
    for (let members = 0; members < 4; members++) await newSaver(its.sacco, 10_000);
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: '/members',
      is_phone: true,
    });
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
    await rows.nth(4).waitFor();
    const height = (await rows.nth(2).boundingBox())?.height ?? Number.POSITIVE_INFINITY;
    // Eight of them on a screen of 720 pixels.
    expect(height).toBeLessThanOrEqual(90);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('at 200 % zoom the menu opens, stays open, and leads to a page', async () => {
    // A screen of 1280 by 800 has half as many pixels of a page each way.
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      viewport: { width: 640, height: 400 },
    });
    const burger = page.getByRole('button', { name: 'Menu' });
    const members = menuEntry(page, 'Members');
    await burger.click();
    await members.waitFor();
    await expectGoodPage(page);
    expect(await burger.getAttribute('aria-expanded')).toBe('true');
    expect(await members.isVisible()).toBe(true);
    await members.click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await members.waitFor({ state: 'hidden' });
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
