/** The network is lost while somebody reads: what was read stays readable, the page says so, and goes on by itself. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  menuEntry,
  moving,
  must,
  newSaver,
  saccoInBrowser,
} from '../../harness/index.ts';

const UNREACHABLE = 'Cannot reach the service. Trying again…';

describe.skipIf(browserIsMissing())('the network is lost', () => {
  const its = saccoInBrowser();

  const nameOf = async (id: string): Promise<string> =>
    must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body.full_name;

  const deposit = async (id: string, amount_minor: number): Promise<unknown> =>
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${id}/deposits`, moving(amount_minor)));

  const savings = (page: Page, minor: number) =>
    page.getByRole('region', { name: 'Savings' }).locator(`data[value="${minor}"]`);

  test('what was read stays readable, on pages that were open before too, and is read again afterwards', async () => {
    const id = await newSaver(its.sacco, 10_000);
    const name = await nameOf(id);
    const { page, context, close } = await its.open(its.sacco.people.maker, { path: '/members' });
    const row = page.getByRole('table', { name: 'Members' }).getByRole('link', { name });
    // Both pages with all their parts, which are loaded one by one.
    await page.getByRole('button', { name: 'CSV: Members' }).waitFor();
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/list-totals'))`,
    );
    await row.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await savings(page, 10_000).waitFor();
    await page.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1).waitFor();
    await page.locator('.sparkline').first().waitFor();
    await page.getByText('Guarantees given').first().waitFor();
    await page.getByText('No signature').waitFor();
    await page.getByText('Employer', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Savings accounts' }).waitFor();
    await page.waitForFunction(`document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null`);
    await context.setOffline(true);
    await menuEntry(page, 'Members').click();
    await row.waitFor();
    // Nothing here was read before.
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended');
    await page.getByText(UNREACHABLE).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('');
    await row.waitFor();
    await page.getByText(UNREACHABLE).waitFor();
    await row.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await savings(page, 10_000).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectGoodPage(page);

    await deposit(id, 2_500);
    await context.setOffline(false);
    await page.getByText(UNREACHABLE).waitFor({ state: 'detached' });
    await savings(page, 12_500).waitFor();
    await close();
  });

  test('the page says so until the service answers, also when nothing on it is being read', async () => {
    await newSaver(its.sacco, 1_000);
    const { page, context, complaints, close } = await its.open(its.sacco.people.maker, { path: '/members' });
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('button', { name: 'CSV: Members' }).waitFor();
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/list-totals'))`,
    );
    await page.waitForFunction(`document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null`);
    await context.setOffline(true);
    const search = page.getByRole('searchbox', { name: 'Find a member' });
    await search.fill('nobody');
    await page.getByText(UNREACHABLE).waitFor();
    // What this page shows was read a moment ago, so that it asks for nothing.
    await search.fill('');
    await page.waitForURL('**/members');
    await context.setOffline(false);
    await page.getByText(UNREACHABLE).waitFor({ state: 'detached' });
    expect(complaints.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await close();
  });

  test('a page that is opened without the service waits for it, and is shown as soon as it answers', async () => {
    const { page, close } = await its.open(its.sacco.people.maker, { path: '/members' });
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByText(UNREACHABLE).waitFor();
    await page.unroute('**/api/**');
    await page.getByText(UNREACHABLE).waitFor({ state: 'detached' });
    await menuEntry(page, 'Members').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });
});
