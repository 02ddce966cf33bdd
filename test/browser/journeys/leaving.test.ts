/** A page that waits for the outcome of a request is not left unasked. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserIsMissing, must, until, menuEntry, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('leaving a page of the dashboard', () => {
  const its = saccoInBrowser();

  const open = (path: string) => its.open(its.sacco.people.admin, { path });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  /** Answers what the page asks, and counts how often it does. */
  function answering(page: Page): { asked: number; accept: boolean } {
    const question = { asked: 0, accept: false };
    page.on('dialog', async (dialog) => {
      expect(dialog.type()).toBe('confirm');
      expect(dialog.message()).toMatch(/not confirmed yet/);
      question.asked += 1;
      await (question.accept ? dialog.accept() : dialog.dismiss());
    });
    return question;
  }

  test('is asked about while a request is not confirmed, by every way of leaving, and never else', async () => {
    const { page, close } = await open('/members');
    const question = answering(page);
    await menuEntry(page, 'Settings').click();
    await heading(page, 'Settings').waitFor();
    let is_reachable = false;
    await page.route('**/sacco/settings', (route) =>
      route.request().method() === 'PUT' && !is_reachable ? route.abort() : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Entrance fee' }).fill('610');
    await page.getByRole('button', { name: 'Save' }).click();
    const checking = page.getByText('Not confirmed yet. Checking…');
    await checking.waitFor();
    expect(question.asked).toBe(0);

    await menuEntry(page, 'Loans').click();
    await until('the link asked', () => question.asked === 1);
    await page.evaluate('history.back()');
    await until('the way back asked', () => question.asked === 2);
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live');
    await until('another environment asked', () => question.asked === 3);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await until('signing out asked', () => question.asked === 4);
    // To stay is to stay: the form, its address and its request are there.
    expect(await checking.isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/settings/cooperative');
    expect(await page.getByRole('combobox', { name: 'Environment' }).inputValue()).toBe('test');

    is_reachable = true;
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(must(await its.sacco.admin.get('/api/v1/sacco/settings')).body.entrance_fee_minor).toBe(61_000);
    await menuEntry(page, 'Loans').click();
    await heading(page, 'Loans').waitFor();
    await page.evaluate('history.back()');
    await heading(page, 'Settings').waitFor();
    expect(question.asked).toBe(4);
    await close();
  });

  test('goes on once the person says so, and is not asked about again', async () => {
    const { page, close } = await open('/settings/cooperative');
    const question = answering(page);
    question.accept = true;
    await page.route('**/sacco/settings', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not confirmed yet. Checking…').waitFor();
    await menuEntry(page, 'Loans').click();
    await heading(page, 'Loans').waitFor();
    await menuEntry(page, 'Customers').click();
    await heading(page, 'Customers').waitFor();
    expect(question.asked).toBe(1);
    await close();
  });
});
