/** One's own sign-in: password, second factor, sessions, invitations, and a forgotten password. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  createProject,
  enrol,
  expectGoodPage,
  openBrowser,
  openDashboard,
  openSession,
  registerPerson,
  startService,
  totpCode,
  type Person,
  type Project,
  type TestService,
  menuEntry,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())("one's own account in the dashboard", () => {
  let service: TestService;
  let browser: Browser;
  let person: Person;
  let project: Project;

  beforeAll(async () => {
    service = await startService({ env: { STAFF_INVITATIONS: 'true' } });
    browser = await openBrowser();
    project = await createProject(service.anyone);
    person = project.owner;
  });
  afterAll(async () => {
    // A test that failed has left its own open.
    for (const context of browser.contexts()) await context.close();
    await service.stop();
  });

  const open = (path: string, as: Person | null = person) =>
    openDashboard(browser, service, as, { project_id: project.id, path });

  test('the password is changed from the menu, and this session goes on, in every tab', async () => {
    const { page, complaints, close } = await open('/customers');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password', { exact: true }).fill('not the one');
    await dialog.getByLabel('New password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Must have at least 10 characters').waitFor();
    await expectGoodPage(page);
    const next = 'seven goats by the river';
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Current password', { exact: true }).fill(person.password);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.waitFor({ state: 'detached' });
    person.password = next;
    await menuEntry(other, 'Ledger').click();
    await other.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign-in and security' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
    person.client = await openSession(service, person.id);
  });

  test('a second factor is turned on, asked for at the next sign-in, and turned off', async () => {
    const { page, complaints, close } = await open('/account');
    await page.getByRole('button', { name: 'Turn on the second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn on the second factor' });
    const secret = (await dialog.locator('.secret').textContent()) ?? '';
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('recovery codes are left').waitFor();
    expect(complaints).toEqual([]);
    await close();

    const other = await open('/sign-in', null);
    await other.page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await other.page.getByLabel('Password', { exact: true }).fill(person.password);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('textbox', { name: 'Code' }).waitFor();
    expect(await other.page.getByRole('alert').count()).toBe(0);
    await expectGoodPage(other.page);
    await other.page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1));
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('button', { name: 'Account' }).waitFor();
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  test('with a second factor, the password is changed with a code', async () => {
    const owner = await registerPerson(service.anyone);
    const { recovery_codes } = await enrol(owner.client);
    const { page, complaints, close } = await open('/account?dialog=password', owner);
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password', { exact: true }).fill(owner.password);
    await dialog.getByLabel('New password', { exact: true }).fill('seven goats by the river');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('The code is wrong').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(recovery_codes[0] ?? '');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('sessions are listed, and others ended', async () => {
    const owner = await registerPerson(service.anyone);
    await service.anyone.post('/api/auth/login', { email: owner.email, password: owner.password });
    const { page, complaints, close } = await open('/account', owner);
    const table = page.getByRole('table', { name: 'Sessions' });
    await table.getByText('This session').waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    await expectGoodPage(page);
    await table.getByRole('button', { name: 'End' }).click();
    await table.getByRole('button', { name: 'End' }).waitFor({ state: 'detached' });
    expect(await table.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await service.ctx.db('sessions').where({ user_id: owner.id })).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an invitation is accepted', async () => {
    const invited = await registerPerson(service.anyone);
    await project.owner.client.post(`/api/projects/${project.id}/staff`, {
      email: invited.email,
      role: 'checker',
    });
    const { page, complaints, close } = await open('/account', invited);
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('banner').getByRole('combobox', { name: 'Project' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('who forgot the password is told whom to ask, and sets a new one with the token', async () => {
    const forgetful = await registerPerson(service.anyone);
    const { page, complaints, close } = await open('/sign-in', null);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(forgetful.email);
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Send a token' }).click();
    await page.getByRole('status').getByText('operator').waitFor();
    const { passwords } = await import('../../../domain/staff/index.ts');
    const token = await passwords.issueResetToken(service.ctx.db, forgetful.email);
    await close();

    const { page: reset, ...other } = await open(`/reset-password#token=${token}`, null);
    await reset.getByLabel('New password', { exact: true }).fill('a heron over the lake');
    await expectGoodPage(reset);
    await reset.getByRole('button', { name: 'Set the password' }).click();
    await reset.getByRole('status').getByText('sign in again').waitFor();
    await reset.getByRole('link', { name: 'Sign in' }).click();
    await reset.getByRole('textbox', { name: 'Email' }).fill(forgetful.email);
    await reset.getByLabel('Password', { exact: true }).fill('a heron over the lake');
    await reset.getByRole('button', { name: 'Sign in' }).click();
    await reset.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    expect(complaints).toEqual([]);
    expect(other.complaints).toEqual([]);
    await other.close();
  });
});
