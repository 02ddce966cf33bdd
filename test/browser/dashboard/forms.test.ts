/** What all forms have in common: amounts grouped while they are typed, and a summary of what is at fault. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, expectGoodPage, must, newSaver, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('forms of the dashboard', () => {
  const its = saccoInBrowser();
  let member: { id: string; full_name: string };

  beforeAll(async () => {
    const id = await newSaver(its.sacco, 10_000_000);
    member = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body as typeof member;
  });

  /** The text of a field, with a bar where the caret is. */
  const marked = (field: Locator): Promise<string> =>
    field.evaluate((element) => {
      const { value, selectionStart } = element as unknown as { value: string; selectionStart: number };
      return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
    });

  test('thousands are grouped while an amount is typed, the caret stays, and the plain amount is sent', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, {
      path: `/members/${member.id}`,
    });
    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await amount.focus();
    await page.keyboard.type('1234567.50');
    expect(await marked(amount)).toBe('1,234,567.50|');
    await dialog.getByRole('button', { name: 'Deposit 1,234,567.50 KES' }).waitFor();
    await press('Home', 'ArrowRight', '9');
    expect(await marked(amount)).toBe('19|,234,567.50');
    await press('Backspace', 'ArrowRight');
    expect(await marked(amount)).toBe('1,|234,567.50');
    // There is no digit in the comma: the one before it goes.
    await press('Backspace');
    expect(await marked(amount)).toBe('|234,567.50');
    await press('Delete');
    expect(await marked(amount)).toBe('|34,567.50');

    const paste = async (text: string): Promise<void> => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await amount.focus();
      await press('Control+a', 'Control+v');
    };
    await paste('1234.5');
    await expect.poll(() => marked(amount)).toBe('1,234.5|');
    await paste('1,50');
    await expect.poll(() => marked(amount)).toBe('1,50|');
    await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
    await dialog.getByText('Only digits').waitFor();
    await expectGoodPage(page);
    await paste('1,234.5');
    await expect.poll(() => marked(amount)).toBe('1,234.5|');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/deposits')),
      dialog.getByRole('button', { name: 'Deposit 1,234.50 KES' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ amount_minor: 123_450 });
    await dialog.getByRole('status').getByText('Deposited 1,234.50 KES').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a long form that is at fault says which fields, with links to them', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/loans/new' });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const summary = page.getByRole('group', { name: 'Correct these fields' });
    await summary.waitFor();
    await expect
      .poll(() => summary.getByRole('link').allTextContents())
      .toEqual(['Member', 'Product', 'Amount', 'Term']);
    expect(await summary.evaluate((element) => element.matches(':focus'))).toBe(true);
    await expectGoodPage(page);
    await summary.getByRole('link', { name: 'Amount' }).click();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    expect(await amount.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.type('25000');
    await expect
      .poll(() => summary.getByRole('link').allTextContents())
      .toEqual(['Member', 'Product', 'Term']);
    expect(await marked(amount)).toBe('25,000|');
    expect(complaints).toEqual([]);
    await close();
  });

  test('Enter takes the first of the results that are shown for a guarantor, and does not send the application', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/loans/new' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const search = page.getByRole('combobox', { name: 'Guarantor 1' });
    await search.fill(member.full_name);
    await page.getByRole('option', { name: member.full_name }).waitFor();
    await search.press('Enter');
    await page.getByRole('group', { name: 'Guarantors' }).getByRole('button', { name: 'Clear' }).waitFor();
    expect(await search.inputValue()).toContain(member.full_name);
    expect(await page.getByRole('group', { name: 'Correct these fields' }).count()).toBe(0);
    expect(sent.filter((path) => path.endsWith('/loans'))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
