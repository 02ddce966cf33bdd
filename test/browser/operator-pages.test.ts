/** The API's documentation and Bull Board in a browser: they come up whole under their content security policy. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TAGS } from '../../api/openapi/tags.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import {
  browserIsMissing,
  complaintsOf,
  openBrowser,
  PATIENCE_MS,
  registerPerson,
  screenshot,
  startService,
  type TestService,
} from '../harness/index.ts';

describe.skipIf(browserIsMissing())('in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await service.stop();
  });
  // One page each: what one still loads while it is left would be a complaint of the next.
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
  });
  afterEach(() => page.close());

  test('/docs lists the routes', async () => {
    const complaints = complaintsOf(page);
    await page.goto(`${service.url}/docs`);
    for (const name of Object.keys(TAGS))
      await page.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) }).waitFor();
    await page.getByRole('heading', { name: /^Payment links/ }).click();
    await page.getByText('/api/v1/payment-links', { exact: true }).first().waitFor();
    await screenshot(page, 'docs');
    expect(complaints).toEqual([]);
  });

  test('/docs keeps a typed key in the page alone, and removes what earlier versions stored', async () => {
    const stored = () =>
      page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    await page.goto(`${service.url}/docs`);
    await page.evaluate(`localStorage.setItem('authorized', '{"apiKey":"ush_test_earlier"}')`);
    await page.reload();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.dialog-ux');
    await dialog.getByRole('textbox').first().waitFor();
    for (const field of await dialog.getByRole('textbox').all()) await field.fill('ush_test_typed');
    const apply = dialog.getByRole('button', { name: 'Apply credentials' });
    while ((await apply.count()) > 0) await apply.first().click();
    await dialog.getByText('Authorized', { exact: true }).first().waitFor();
    expect(await stored()).toBe('[{},{},""]');
    await page.reload();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().waitFor();
    expect(await dialog.getByText('Authorized', { exact: true }).count()).toBe(0);
  });

  test('/board asks an operator to sign in and lists every queue', async () => {
    const operator = await registerPerson(service.anyone);
    await service.ctx.db('users').where({ email: operator.email }).update({ operator: true });
    const complaints = complaintsOf(page);
    await page.goto(`${service.url}/board`);
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password').fill(operator.password);
    await screenshot(page, 'board-sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const name of QUEUE_NAMES) await page.getByText(name, { exact: true }).first().waitFor();
    await screenshot(page, 'board');
    expect(complaints).toEqual([]);
  });

  test('/board takes the session of an operator that is open in the dashboard', async () => {
    const operator = await registerPerson(service.anyone);
    await service.ctx.db('users').where({ email: operator.email }).update({ operator: true });
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const first = await context.newPage();
    const complaints = complaintsOf(first);
    await first.goto(`${service.url}/sign-in`);
    await first.getByRole('textbox', { name: 'Email' }).fill(operator.email);
    await first.getByLabel('Password', { exact: true }).fill(operator.password);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    const tab = await context.newPage();
    const complaints_of_tab = complaintsOf(tab);
    await tab.goto(`${service.url}/board`);
    for (const name of QUEUE_NAMES) await tab.getByText(name, { exact: true }).first().waitFor();
    expect([...complaints, ...complaints_of_tab]).toEqual([]);
    await context.close();
  });
});
