/** Coming in and going out: registering, signing in, several tabs, and addresses that belong to nobody. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  registerPerson,
  until,
  type Person,
  pressInTurn,
  openDashboard,
  saccoInBrowser,
  menuEntry,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('signing in to the dashboard', () => {
  const its = saccoInBrowser();

  let person: Person;

  beforeAll(async () => {
    person = await registerPerson(its.service.anyone);
    await its.sacco.project.owner.client.post(`/api/projects/${its.sacco.project.id}/staff`, {
      email: person.email,
      role: 'maker',
    });
  });

  test('a person registers, makes a project, and sees its pages', async () => {
    const { page, complaints, close } = await openDashboard(its.browser, its.service, null, {
      path: '/sign-in',
    });
    await page.getByRole('link', { name: 'Register' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Amina Otieno');
    await page.getByRole('textbox', { name: 'Email' }).fill('amina@umoja.example');
    await page.getByLabel('Password', { exact: true }).fill('blue kettle on the stove');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('textbox', { name: 'Project name' }).fill('Umoja');
    await page.getByRole('button', { name: 'Create project' }).click();
    await menuEntry(page, 'Set up the cooperative').waitFor();
    await page.getByRole('banner').getByRole('combobox', { name: 'Project' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['/sign-in', '/register'])('%s begins with a way past its banner', async (path) => {
    const { page, close } = await openDashboard(its.browser, its.service, null, { path });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const first = page.locator('a, button, input, select').first();
    expect(await first.textContent()).toBe('Skip to content');
    await first.focus();
    await until('it is in view', async () => ((await first.boundingBox())?.y ?? -1) >= 0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await close();
  });

  test('where registration is closed, the page does not offer it', async () => {
    const { config } = its.service.ctx;
    config.open_registration = false;
    try {
      const { page, complaints, close } = await openDashboard(its.browser, its.service, null, {
        path: '/sign-in',
      });
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    } finally {
      config.open_registration = true;
    }
  });

  test('who was going somewhere gets there after signing in, and nowhere else', async () => {
    const { page, complaints, close } = await openDashboard(its.browser, its.service, null, {
      path: '/members?status=active',
    });
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/members?status=active');
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('something else entirely');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=active');
    expect(complaints).toEqual([]);

    // A second tab takes the session over; signing out in it ends both.
    const second = await page.context().newPage();
    await second.goto('/approvals');
    await second.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await second.getByRole('button', { name: 'Account' }).click();
    await second.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await close();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'next=%s is not followed',
    async (next) => {
      const path = `/sign-in?next=${encodeURIComponent(next)}`;
      const { page, close } = await openDashboard(its.browser, its.service, person, { path });
      await page.getByRole('button', { name: 'Account' }).waitFor();
      expect(page.url()).toBe(`${its.service.url}/`);
      await close();
    },
  );

  test.each(['maker', 'checker', 'admin'] as const)('a %s who signs in is refused nothing', async (role) => {
    const { email, password } = its.sacco.people[role];
    const { page, close } = await openDashboard(its.browser, its.service, null, { path: '/sign-in' });
    const refused: string[] = [];
    page.on('response', (response) => {
      if ([401, 403].includes(response.status())) refused.push(response.url());
    });
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    await page.getByRole('region', { name: 'Cash on hand' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    await close();
  });

  test('a session that the server has ended leads back to signing in', async () => {
    const { page, close } = await its.open(its.sacco.people.maker);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await its.service.ctx.db('sessions').where({ user_id: its.sacco.people.maker.id }).del();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await close();
  });

  test('the shell: environment, language, and keys', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin);
    // A key that is pressed before the page is there leads nowhere.
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true);
    await page.getByRole('heading', { level: 1, name: 'Desk' }).focus();
    await pressInTurn(page, 'g', 'a');
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live');
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Kiswahili');
    await page.getByRole('combobox', { name: 'Lugha' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('sw');
    expect(complaints).toEqual([]);
    await close();
  });
});
