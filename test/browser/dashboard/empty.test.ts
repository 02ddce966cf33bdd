/** Empty lists say what would be there and where to begin; a page that needs something first says what, with its link. */
import { describe, expect, test } from 'vitest';
import { browserIsMissing, createProject, expectGoodPage, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('pages with nothing on them', () => {
  const its = saccoInBrowser();

  test.each([
    ['/loans', 'Applications and loans appear here.', null],
    ['/members', 'Everybody who belongs to the cooperative', null],
    ['/payments', 'Payments appear here as customers pay', 'New link'],
    ['/reports/expenses', 'What the cooperative spends', 'Record an expense'],
    ['/imports', 'Bring present members, loans and accounts along', null],
    ['/dividends', 'Dividends appear here', null],
    ['/payment-links', 'A link is a page on which anybody can pay.', null],
  ])('%s', async (path, what, begin) => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin, { path });
    await page.getByText(what).waitFor();
    if (begin !== null) await page.locator('.empty').getByRole('link', { name: begin }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a filter that finds nothing says so, not what would be there', async () => {
    const { page, close } = await its.open(its.sacco.people.admin, { path: '/loans?status=closed' });
    await page.getByText('Nothing here yet').waitFor();
    expect(await page.getByText('Applications and loans appear here.').count()).toBe(0);
    await expectGoodPage(page);
    await close();
  });

  test('without a cooperative its pages say that it is set up first, and where', async () => {
    const project = await createProject(its.service.anyone);
    const { page, close } = await its.open(project.owner, { project_id: project.id, path: '/portfolio' });
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('The cooperative is not set up here yet.').waitFor();
    expect(await alert.getByText('Not found').count()).toBe(0);
    await expectGoodPage(page);
    await alert.getByRole('link', { name: 'Set up the cooperative' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await close();
  });
});
