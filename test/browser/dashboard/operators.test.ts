/** The pages of platform operators: users, projects and processes of the whole service, for them alone. */
import { describe, expect, test } from 'vitest';
import { listProcess, WEB } from '../../../domain/platform/processes/processes.ts';
import { browserIsMissing, expectGoodPage, quickPerson, saccoInBrowser } from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('the pages of operators in the dashboard', () => {
  const its = saccoInBrowser();

  test('an operator without a project sees users, projects and what runs since when', async () => {
    const operator = await quickPerson(its.service);
    await its.service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
    const end = await listProcess(its.service.ctx, [...WEB, 'poll']);
    const { page, complaints, close } = await its.open(operator);
    await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Operators' }).click();
    await page.getByRole('heading', { level: 1, name: 'Operators' }).waitFor();
    const users = page.getByRole('table', { name: 'Users' });
    await users.getByText(its.sacco.people.maker.email).waitFor();
    await expectGoodPage(page);
    await page.getByRole('searchbox', { name: 'Email' }).fill(its.sacco.people.checker.email);
    await users.getByText(its.sacco.people.maker.email).waitFor({ state: 'detached' });
    await users.getByText(its.sacco.people.checker.email).waitFor();
    await page.getByRole('tab', { name: 'Projects' }).click();
    const projects = page.getByRole('table', { name: 'Projects' });
    await projects.getByText(its.sacco.project.id).waitFor();
    await projects.getByText(its.sacco.project.owner.email).waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'Processes' }).click();
    const processes = page.getByRole('table', { name: 'Processes' });
    await processes.getByText('Requests, poll').waitFor();
    await processes.getByText(` · ${process.pid}`).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await end();
    await close();
  });

  test('an owner sees no way there, and nothing at the address', async () => {
    const { page, close } = await its.open(its.sacco.project.owner, { path: '/operators/users' });
    await page.getByRole('alert').getByText('Your role may not do this').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Operators' }).count()).toBe(0);
    await close();
  });
});
