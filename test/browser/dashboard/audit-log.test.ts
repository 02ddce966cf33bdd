/** The audit log in the dashboard: who did what and when, in one environment, for those who manage the project. */
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, expectGoodPage, must, saccoInBrowser, menuEntry } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the audit log in the dashboard', () => {
  const its = saccoInBrowser();

  beforeAll(async () => {
    must(await its.sacco.project.live_session.put('/api/v1/sacco/settings', { currency: 'UGX' }));
  });

  test('an admin reads who did what, of the environment that is chosen', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin);
    await menuEntry(page, 'Audit log').click();
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
    const { page, close } = await its.open(its.sacco.people.maker, {
      path: '/audit-log',
    });
    await page.getByRole('alert').getByText('Your role may not do this').waitFor();
    await expectGoodPage(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await close();
  });
});
