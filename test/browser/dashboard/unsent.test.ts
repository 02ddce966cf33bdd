/** What somebody has typed and not sent: leaving asks first, and the end of the session does not lose it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  held,
  menuEntry,
  newSaver,
  registerPerson,
  saccoInBrowser,
  type Person,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('what is typed and not sent', () => {
  const its = saccoInBrowser();
  let teller: Person;
  let member: string;

  beforeAll(async () => {
    teller = await registerPerson(its.service.anyone);
    await its.sacco.project.owner.client.post(`/api/projects/${its.sacco.project.id}/staff`, {
      email: teller.email,
      role: 'maker',
    });
    member = await newSaver(its.sacco, 10_000);
  });

  /** The server ends every session of the teller just before the next deposit reaches it: nothing else is refused earlier. */
  async function endSessionsAtDeposit(page: Page): Promise<void> {
    await page.route(
      '**/deposits',
      async (route) => {
        await its.service.ctx.db('sessions').where({ user_id: teller.id }).del();
        await route.fallback();
      },
      { times: 1 },
    );
  }

  /** A session of its own for each test. */
  async function openSignedIn(path: string) {
    const opened = await its.open(null, { path });
    await signIn(opened.page, teller);
    return opened;
  }

  async function signIn(page: Page, { email, password }: Person): Promise<void> {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function typeDeposit(page: Page) {
    await page.getByRole('button', { name: 'Deposit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,234.50');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Milk money');
    return dialog;
  }

  test('the session ends while a deposit is typed: signing in over the page goes on, and books once', async () => {
    const { page, complaints, close } = await openSignedIn(`/members/${member}`);
    const before = (await held(its.sacco.maker, member))['savings'] as number;
    const dialog = await typeDeposit(page);
    await endSessionsAtDeposit(page);
    await dialog.getByRole('button', { name: 'Deposit 1,234.50 KES' }).click();
    const over = page.getByRole('dialog', { name: 'Sign in' });
    await over.getByText('Your session has ended.').waitFor();
    await expectGoodPage(page);
    // Neither this key nor a wrong password loses anything.
    await page.keyboard.press('Escape');
    expect(await over.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(teller.email);
    await over.getByLabel('Password', { exact: true }).fill('something else entirely');
    await over.getByRole('button', { name: 'Sign in' }).click();
    await over.getByRole('alert').waitFor();
    await over.getByLabel('Password', { exact: true }).fill(teller.password);
    await over.getByRole('button', { name: 'Sign in' }).click();
    await over.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe('Milk money');
    await dialog.getByRole('button', { name: 'Deposit 1,234.50 KES' }).click();
    await dialog.getByText('Deposited 1,234.50 KES').waitFor();
    expect((await held(its.sacco.maker, member))['savings']).toBe(before + 123_450);
    expect(complaints).toEqual([]);
    await close();
  });

  test('somebody else who signs in over the page gets none of it', async () => {
    const { page, complaints, close } = await openSignedIn(`/members/${member}`);
    const dialog = await typeDeposit(page);
    await endSessionsAtDeposit(page);
    await dialog.getByRole('button', { name: 'Deposit 1,234.50 KES' }).click();
    const over = page.getByRole('dialog', { name: 'Sign in' });
    await over.getByLabel('Password', { exact: true }).waitFor();
    await signIn(page, its.sacco.people.checker);
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('leaving a page whose form is not sent asks; closing the form does not', async () => {
    const { page, complaints, close } = await openSignedIn('/members');
    await page.locator(`a[href="/members/${member}"]`).click();
    const dialog = await typeDeposit(page);
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await page.evaluate('history.back()');
    await expect.poll(() => asked).toEqual([expect.stringContaining('what you typed would be lost')]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await menuEntry(page, 'Members').click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(asked.length).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a member who is being registered is kept as a draft, until registered', async () => {
    const { page, complaints, close } = await openSignedIn('/members/join');
    await page.getByRole('button', { name: 'New customer' }).click();
    await page.getByRole('textbox', { name: 'Full name' }).fill('Wanjiku Draft');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+254712000771');
    page.once('dialog', (question) => void question.accept());
    await menuEntry(page, 'Members').click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('button', { name: 'Register a member' }).click();
    await page.getByText('This is what you typed before.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Wanjiku Draft');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Wanjiku Draft' }).waitFor();
    await menuEntry(page, 'Members').click();
    await page.getByRole('button', { name: 'Register a member' }).click();
    await page.getByRole('button', { name: 'New customer' }).waitFor();
    expect(await page.getByText('This is what you typed before.').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
