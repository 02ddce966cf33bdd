/** The frame of all pages: groups that collapse, the palette, the colours, and the bar of a phone. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  menuEntry,
  must,
  newSaver,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the frame of the dashboard', () => {
  const its = saccoInBrowser();
  const open = (options: object = {}) => its.open(its.sacco.people.maker, options);

  test('a group of the navigation collapses, and stays so; the page shown stays in sight', async () => {
    const { page, complaints, close } = await open({ path: '/loans' });
    const lending = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Lending' });
    await menuEntry(page, 'Portfolio').waitFor();
    await lending.click();
    await menuEntry(page, 'Portfolio').waitFor({ state: 'detached' });
    expect(await lending.getAttribute('aria-expanded')).toBe('false');
    await menuEntry(page, 'Loans').waitFor();
    await expectGoodPage(page);
    await page.reload();
    await lending.waitFor();
    expect(await menuEntry(page, 'Portfolio').count()).toBe(0);
    await lending.click();
    await menuEntry(page, 'Portfolio').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the palette finds a member and begins a deposit, finds pages, and opens what an id names', async () => {
    const id = await newSaver(its.sacco, 10_000);
    const { full_name, member_no } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body;
    const { page, complaints, close } = await open();
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    await menuEntry(page, 'Members').waitFor();
    // Nothing is lost that is typed while it is being loaded.
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('textbox', { name: 'Find anything' }).fill(member_no);
    await palette.getByText(`Deposit for ${full_name}`).waitFor();
    await expectGoodPage(page);
    await palette.getByText(`Deposit for ${full_name}`).click();
    await page.getByRole('dialog', { name: 'Deposit' }).getByRole('textbox', { name: 'Amount' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: full_name }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill('trea');
    await palette.getByText('Treasury').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill(id);
    await palette.getByText(id).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: full_name }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the colours are chosen, and kept', async () => {
    const { page, complaints, close } = await open();
    const scheme = (): Promise<unknown> =>
      page.evaluate(`document.documentElement.dataset.mantineColorScheme`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'As the device' }).click();
    await expect.poll(scheme).toBe('light');
    expect(complaints).toEqual([]);
    await close();
  });

  test('rows open by a click anywhere in them, and by Enter; the arrow keys move among them', async () => {
    await newSaver(its.sacco, 10_000);
    await newSaver(its.sacco, 10_000);
    const { page, complaints, close } = await open({ path: '/members' });
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
    await rows.nth(2).waitFor();
    const nameIn = async (row: number): Promise<string> =>
      (await rows.nth(row).getByRole('link').textContent()) ?? '';
    const [first, second] = [await nameIn(1), await nameIn(2)];
    await rows.nth(1).getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.goBack();
    await rows.nth(1).getByRole('cell').first().click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('rows are chosen to be compact, and stay so', async () => {
    await newSaver(its.sacco, 10_000);
    const { page, complaints, close } = await open({ path: '/members' });
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1);
    await row.waitFor();
    const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0;
    const comfortable = await height();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Compact' }).click();
    await expect.poll(height).toBeLessThan(comfortable - 5);
    await page.reload();
    await row.waitFor();
    expect(await height()).toBeLessThan(comfortable - 5);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a phone has its pages at the foot, and the others behind More', async () => {
    const { page, complaints, close } = await open({ is_phone: true });
    const bar = page.getByRole('navigation', { name: 'Quick access' });
    await bar.getByRole('link', { name: 'Members' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await bar.getByRole('button', { name: 'More' }).tap();
    await menuEntry(page, 'Treasury').tap();
    await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('nothing is asked for in a project that the browser remembers of somebody else', async () => {
    const { page, close } = await its.open(its.sacco.people.maker, {
      project_id: 'prj_00000000000000000000000000',
    });
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.reload();
    await menuEntry(page, 'Members').waitFor();
    await page.getByRole('region', { name: 'Cash on hand' }).locator('data').waitFor();
    expect(refused).toEqual([]);
    await close();
  });
});
