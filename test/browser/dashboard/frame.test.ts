/** The frame of all pages: groups that collapse, the palette, the colours, and the bar of a phone. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  holdAnswers,
  lend,
  menuEntry,
  moving,
  must,
  newProduct,
  newSaver,
  paymentBody,
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

  test('the desk comes in few files, and a page is loaded when its link is pointed at', async () => {
    const { page, complaints, close } = await open();
    const loaded = () =>
      page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))`,
      );
    await page.getByRole('region', { name: 'Cash on hand' }).locator('data').waitFor();
    await page.waitForFunction(`document.querySelector('[aria-busy=true]') === null`);
    // And the page itself.
    expect((await loaded()).length + 1).toBeLessThanOrEqual(25);
    const isLoaded = async (chunk: string): Promise<boolean> =>
      (await loaded()).some((path) => path.startsWith(`/assets/${chunk}-`));
    expect(await isLoaded('treasury')).toBe(false);
    await menuEntry(page, 'Treasury').hover();
    await expect.poll(() => isLoaded('treasury')).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
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

  test('no letter is lost that is typed as the palette takes the place of the field that waits for it', async () => {
    const { page, complaints, close } = await open();
    await menuEntry(page, 'Members').waitFor();
    const load = await holdAnswers(page, /\/assets\/palette-/);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    const field = palette.getByRole('textbox');
    await field.pressSequentially('tre');
    // The letter after them is typed when that field is gone, and the palette's own has not the focus yet.
    await page.evaluate(`const waiting = document.activeElement;
      new MutationObserver((_changes, observer) => {
        if (waiting.isConnected) return;
        observer.disconnect();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
      }).observe(document.body, { childList: true, subtree: true })`);
    load();
    await palette.getByText('Treasury').waitFor();
    expect(await field.inputValue()).toBe('trea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the key of the search counts before the search is there', async () => {
    const { page, complaints, close } = await open();
    const release = await holdAnswers(page, /\/sacco\/settings$/);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Desk' }).and(page.locator(':focus')).waitFor();
    const search = page.getByRole('searchbox', { name: 'Find a member' });
    expect(await search.count()).toBe(0);
    await page.keyboard.press('/');
    release();
    await search.and(page.locator(':focus')).waitFor();
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

  test('each role sees first what it works with', async () => {
    const { maker, admin } = its.sacco.people;
    const groupsOf = async (person: typeof maker): Promise<string[]> => {
      const { page, close } = await its.open(person);
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menuEntry(page, 'Members').waitFor();
      await menu.getByRole('button', { name: 'Books' }).waitFor();
      const names = await menu.getByRole('button').allTextContents();
      await close();
      return names;
    };
    expect((await groupsOf(maker)).slice(0, 2)).toEqual(['Counter', 'Lending']);
    expect((await groupsOf(admin)).slice(0, 3)).toEqual(['Counter', 'Books', 'Administration']);
  });

  test('the palette finds open loans of a member, and payments by the beginning of their reference', async () => {
    const product_id = await newProduct(its.sacco);
    const id = await newSaver(its.sacco, 1_000_000);
    const loan = await lend(its.sacco, { product_id, member_id: id, amount_minor: 600_000 });
    const { full_name, member_no } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body;
    const payment = must(
      await its.sacco.project.key.post('/api/v1/payments', paymentBody({ reference: 'palette-77' })),
    ).body;
    const { page, complaints, close } = await open();
    await menuEntry(page, 'Members').waitFor();
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill(member_no);
    await palette.getByText(`Loan of ${full_name}`).click();
    await page.waitForURL(`**/loans/${loan.id}`);
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill('palette-7');
    await palette.getByText('palette-77').click();
    await page.waitForURL(`**/payments/${payment.id}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the palette finds a movement by the number that its receipt prints', async () => {
    const id = await newSaver(its.sacco, 10_000);
    const { full_name } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body;
    const deposited = must(
      await its.sacco.maker.post(`/api/v1/sacco/members/${id}/deposits`, moving(123_400)),
    ).body.id;
    const { page, complaints, close } = await open({ path: `/entries/${deposited}/receipt` });
    const printed = page.getByRole('article', { name: 'Receipt' }).locator('dl strong');
    const number = (await printed.textContent()) ?? '';
    expect(number).toBe(deposited.slice(-6));
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('textbox').fill(number.toLowerCase());
    await palette.getByText('Deposit 1,234.00 KES').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/entries/${deposited}`);
    await page.getByRole('heading', { level: 1, name: 'Deposit' }).waitFor();
    await page.getByText(full_name).first().waitFor();
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
