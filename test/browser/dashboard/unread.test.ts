/** What cannot be read is not taken for nothing: pages and dialogs say that it loads, why it did not come, and try again. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  customerBody,
  expectGoodPage,
  must,
  newSaver,
  openWallet,
  saccoInBrowser,
} from '../../harness/index.ts';

const FAULT = { error: { code: 'INTERNAL', message: 'Something went wrong on our side.' } };

describe.skipIf(browserIsMissing())('what cannot be read', () => {
  const its = saccoInBrowser();

  const open = async (path: string) => {
    const opened = await its.open(its.sacco.people.admin, {
      path: '/audit-log',
    });
    await opened.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    return { ...opened, show: () => opened.page.goto(path) };
  };

  /** @returns what ends it */
  async function failing(page: Page, method: string, path: RegExp): Promise<() => void> {
    let is_failing = true;
    await page.route(
      ({ pathname, search }) => path.test(pathname + search),
      (route) =>
        is_failing && route.request().method() === method
          ? route.fulfill({ status: 500, json: FAULT })
          : route.fallback(),
    );
    return () => {
      is_failing = false;
    };
  }

  /** The fault is told; once it is over the button makes it go away. */
  async function expectRetry(part: Page | Locator, end: () => void): Promise<void> {
    const alert = part.getByRole('alert').filter({ hasText: 'Something went wrong' });
    await alert.waitFor();
    end();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
  }

  test("a member's loans are no sum of nothing before they are there", async () => {
    const member = await newSaver(its.sacco, 5_000);
    const { page, show, close } = await open(`/members/${member}`);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const end = await failing(page, 'GET', /\/sacco\/loans\?.*status=open/);
    await page.route(/\/sacco\/loans\?.*status=open/, async (route) => {
      await held;
      return route.fallback();
    });
    await show();
    await page.getByRole('region', { name: 'Savings' }).getByText('50.00 KES').waitFor();
    const loans = page.getByRole('region', { name: 'Loans' });
    expect(await loans.getByText('0.00 KES').count()).toBe(0);
    letGo();
    await expectRetry(loans, end);
    await loans.getByText('0.00 KES').waitFor();
    await close();
  });

  test.each([
    ['a member', () => newSaver(its.sacco, 5_000).then((id) => `/members/${id}`), 'Available'],
    ['joining', () => Promise.resolve('/members/join'), 'Find a customer'],
    ['the cooperative', () => Promise.resolve('/settings/cooperative'), 'Minimum share capital'],
  ])("the cooperative's rules, on the page of %s", async (_name, pathOf, shown) => {
    const { page, show, close } = await open(await pathOf());
    const end = await failing(page, 'GET', /\/sacco\/settings$/);
    await show();
    await page.getByRole('main').getByRole('alert').waitFor();
    await expectGoodPage(page);
    await expectRetry(page.getByRole('main'), end);
    await page.getByRole('main').getByText(shown).first().waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    await close();
  });

  test('the providers', async () => {
    const { page, show, close } = await open('/settings/providers');
    const end = await failing(page, 'GET', /\/providers\?/);
    await show();
    await expectRetry(page.getByRole('main'), end);
    await page.getByRole('region', { name: 'Sandbox' }).waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    await close();
  });

  test('what a customer lacks who is to join', async () => {
    const full_name = 'Halima Juma';
    must(await its.sacco.project.key.post('/api/v1/customers', customerBody({ full_name })));
    const { page, show, close } = await open('/members/join');
    const end = await failing(page, 'GET', /\/kyc\/requirements/);
    await show();
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill(full_name);
    await page.getByRole('option', { name: full_name }).click();
    await expectRetry(page.getByRole('main'), end);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: full_name }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/members\/mem_/);
    await close();
  });

  test('whom to choose, and what is in the wallet of who was chosen', async () => {
    const full_name = 'Wanjiru Kamau';
    const { id } = must(
      await its.sacco.project.key.post('/api/v1/customers', customerBody({ full_name })),
    ).body;
    must(await its.sacco.project.key.post(`/api/v1/customers/${id}/kyc`, { decision: 'approve', tier: 1 }));
    await openWallet(its.sacco.project, id);
    const { page, show, close } = await open('/wallets');
    await show();
    const endSearch = await failing(page, 'GET', /\/api\/v1\/customers\?/);
    const endWallets = await failing(page, 'GET', /\/wallets$/);
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer' });
    await dialog.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    await expectGoodPage(page);
    endSearch();
    await page.getByRole('option', { name: 'Try again' }).click();
    await page.getByRole('option', { name: full_name }).click();
    await expectRetry(dialog, endWallets);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1');
    await dialog.getByRole('button', { name: 'Transfer 1.00 KES' }).waitFor();
    await close();
  });
});
