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
    // Ids may hold these letters, too.
    const changes = settings.locator('.audit-details');
    await changes.getByText('KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('combobox', { name: 'Entries of' }).selectOption({ label: 'Live' });
    await page.waitForURL('**/audit-log?environment=live');
    await changes.getByText('UGX').waitFor();
    expect(await changes.getByText('KES').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an admin filters by who, what and on what, and the address keeps it', async () => {
    const { people, project } = its.sacco;
    const { page, complaints, close } = await its.open(people.admin, { path: '/audit-log' });
    const table = page.getByRole('table', { name: 'Audit log' });
    const rows = table.getByRole('row');
    await table.getByText("Changed the cooperative's settings").waitFor();
    const all = await rows.count();
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Added staff' });
    await table.getByText("Changed the cooperative's settings").waitFor({ state: 'detached' });
    await table.getByText('Added staff').first().waitFor();
    const added = await rows.count();
    expect(added).toBeLessThan(all);
    await page.getByRole('searchbox', { name: 'On' }).fill(people.maker.id);
    await expect.poll(() => rows.count()).toBe(2);
    await table.getByText(people.maker.id).first().waitFor();
    await expectGoodPage(page);
    await page.getByRole('combobox', { name: 'Who' }).selectOption(people.checker.id);
    await page.getByText('Nothing here yet').waitFor();
    await page.getByRole('combobox', { name: 'Who' }).selectOption(project.owner.id);
    await expect.poll(() => rows.count()).toBe(2);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('actor')).toBe(project.owner.id);
    await page.getByRole('searchbox', { name: 'On' }).fill('');
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'All' });
    await page.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'Everybody' });
    await expect.poll(() => rows.count()).toBe(all);
    // Who did something is a way to all that they did.
    await rows.nth(1).getByRole('button').first().click();
    await page.waitForURL(/actor=/);
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
