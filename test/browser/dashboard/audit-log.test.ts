/** The audit log in the dashboard: who did what and when, in one environment, for those who manage the project. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  createSacco,
  expectGoodPage,
  must,
  openBrowser,
  openDashboard,
  startService,
  type Sacco,
  type TestService,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the audit log in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  let sacco: Sacco;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    sacco = await createSacco(service);
    must(await sacco.project.live_session.put('/api/v1/sacco/settings', { currency: 'UGX' }));
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  test('an admin reads who did what, of the environment that is chosen', async () => {
    const { page, complaints, close } = await openDashboard(browser, service, sacco.people.admin, {
      project_id: sacco.project.id,
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const table = page.getByRole('table', { name: 'Audit log' });
    const settings = table.getByRole('row').filter({ hasText: "Changed the cooperative's settings" });
    await settings.getByText('Test Person').waitFor();
    await settings.getByText('KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('combobox', { name: 'Entries of' }).selectOption({ label: 'Live' });
    await page.waitForURL('**/audit-log?environment=live');
    await settings.getByText('UGX').waitFor();
    expect(await settings.getByText('KES').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a maker may not', async () => {
    const { page, close } = await openDashboard(browser, service, sacco.people.maker, {
      project_id: sacco.project.id,
      path: '/audit-log',
    });
    await page.getByRole('alert').getByText('Your role may not do this').waitFor();
    await expectGoodPage(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await close();
  });
});
