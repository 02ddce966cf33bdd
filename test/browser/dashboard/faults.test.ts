/** Parts of the dashboard that fail while they are loaded or shown: what is around them stays, and says what happened. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserIsMissing, expectGoodPage, menuEntry, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('faults of the dashboard', () => {
  const its = saccoInBrowser();

  const open = (path: string) => its.open(its.sacco.people.admin, { path });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('a page that cannot be loaded says so, leaves the menu, and comes with a reload', async () => {
    const { page, close } = await open('/members');
    await heading(page, 'Members').waitFor();
    // As after an update that removed the files of the version that is open.
    const pages = /\/assets\/treasury-[^/]*\.js$/;
    await page.route(pages, (route) => route.fulfill({ status: 404 }));
    await menuEntry(page, 'Treasury').click();
    await heading(page, 'This part could not be loaded').waitFor();
    await page.getByRole('alert').getByText('a newer version of the dashboard').waitFor();
    await expectGoodPage(page);
    await menuEntry(page, 'Members').click();
    await page.getByRole('button', { name: 'Register a member' }).waitFor();
    await menuEntry(page, 'Treasury').click();
    await page.unroute(pages);
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading(page, 'Treasury').waitFor();
    await close();
  });

  test('a picture that cannot be loaded leaves its page usable, and comes when somebody tries again', async () => {
    const { page, close } = await open('/members');
    await heading(page, 'Members').waitFor();
    const chart = /\/assets\/risk-chart-[^/]*\.js$/;
    await page.route(chart, (route) => route.abort('internetdisconnected'));
    await menuEntry(page, 'Portfolio').click();
    await heading(page, 'Portfolio').waitFor();
    const figure = page.getByRole('figure', { name: 'Portfolio at risk' });
    const failed = figure.getByRole('alert').filter({ hasText: 'This part could not be loaded' });
    const again = failed.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    // The same figures stand below it.
    await figure.getByRole('table', { name: 'Portfolio at risk' }).getByRole('row').nth(1).waitFor();
    await expectGoodPage(page);
    await again.click();
    await again.waitFor();
    await page.unroute(chart);
    await again.click();
    await figure.getByRole('img', { name: 'PAR30 and PAR90 month by month' }).waitFor();
    await failed.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    // What had the focus is gone.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    await close();
  });

  test('styles that could not be loaded come with the parts that need them', async () => {
    const { page, context, close } = await open('/members');
    await heading(page, 'Members').waitFor();
    const styles = /\/assets\/mantine-later-[^/]*\.css$/;
    await context.route(styles, (route) => route.abort('internetdisconnected'));
    await page.goto(new URL('/', page.url()).href);
    const again = page.getByRole('banner').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await heading(page, 'Desk').waitFor();
    const loaded = page.waitForResponse((answer) => styles.test(answer.url()) && answer.status() === 200);
    await context.unroute(styles);
    await again.click();
    await loaded;
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  test('a mistyped address says so in the frame of the dashboard', async () => {
    const { page, close } = await open('/membrs');
    await heading(page, 'Not found').waitFor();
    await expectGoodPage(page);
    await menuEntry(page, 'Members').click();
    await heading(page, 'Members').waitFor();
    await close();
  });

  test('a page that cannot be shown says why, and the others are shown', async () => {
    const { page, close } = await open('/members');
    await heading(page, 'Members').waitFor();
    await page.route('**/api/v1/sacco/treasury', (route) => route.fulfill({ json: { currency: 'KES' } }));
    await menuEntry(page, 'Treasury').click();
    await heading(page, 'This page cannot be shown').waitFor();
    await page.getByRole('alert').getByText('There is an error in the dashboard: ').waitFor();
    await menuEntry(page, 'Customers').click();
    await heading(page, 'Customers').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  test('parts of the frame that cannot be loaded leave the page as it is', async () => {
    const { page, context, close } = await open('/members');
    await heading(page, 'Members').waitFor();
    await context.route(/\/assets\/(?:account-menu|sw)-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.reload();
    await heading(page, 'Members').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Kiswahili');
    await page.getByRole('banner').getByText('This part could not be loaded').waitFor();
    expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('en');
    await menuEntry(page, 'Customers').click();
    await heading(page, 'Customers').waitFor();
    await close();
  });
});
