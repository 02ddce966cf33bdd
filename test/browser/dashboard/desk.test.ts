/** The desk: finding a member with few keys, what needs attention, and what somebody has booked today. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  customerBody,
  expectGoodPage,
  held,
  moving,
  must,
  paperSize,
  projectOf,
  quickPerson,
  type DashboardPage,
  type Person,
  setTestClock,
  saccoInBrowser,
} from '../../harness/index.ts';

/** In points. */
const A4 = [595, 842];
/** From the desk to a booked deposit, besides the digits of the amount. */
const MOST_KEYS = 8;

describe.skipIf(browserIsMissing())('the desk', () => {
  const its = saccoInBrowser({ utc_offset_minutes: 180 });

  let amina: string;

  beforeAll(async () => {
    amina = await join('Amina Otieno');
    await join('Amos Baraka');
  });

  async function join(full_name: string): Promise<string> {
    const { key } = its.sacco.project;
    const { id } = must(await key.post('/api/v1/customers', customerBody({ full_name }))).body;
    must(await key.post(`/api/v1/customers/${id}/kyc`, { decision: 'approve', tier: 1 }));
    return must(await key.post('/api/v1/sacco/members', { customer_id: id })).body.id;
  }

  async function openDesk(person: Person = its.sacco.people.maker): Promise<DashboardPage> {
    const opened = await its.open(person);
    await opened.page.getByRole('searchbox', { name: 'Find a member' }).waitFor();
    return opened;
  }

  test('a deposit takes eight keys at most, besides the amount', async () => {
    const { page, complaints, close } = await openDesk();
    const before = await held(its.sacco.project.key, amina);
    let keys = 0;
    const press = async (...pressed: string[]): Promise<void> => {
      keys += pressed.length;
      for (const each of pressed) await page.keyboard.press(each);
    };
    await press('/', 'a', 'm', 'i', 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Amina Otieno' }).waitFor();
    await press('d');
    await page.keyboard.type('1500');
    await page.getByText('After this: 1,500.00 KES').waitFor();
    await press('Enter');
    await page.getByRole('status').filter({ hasText: 'Deposited 1,500.00 KES' }).waitFor();
    expect(keys).toBeLessThanOrEqual(MOST_KEYS);
    expect((await held(its.sacco.project.key, amina))['savings']).toBe((before['savings'] ?? 0) + 150_000);

    // Enter is Done; then the first thing after the heading is the next deposit.
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocusOn(page, 'heading', 'Amina Otieno');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Deposit' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocusOn(page, 'button', 'Deposit');

    // From a page without a search the key leads to the desk's.
    await page.keyboard.press('/');
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    await expectFocusOn(page, 'searchbox', 'Find a member');
    expect(complaints).toEqual([]);
    await close();
  });

  test('Enter waits for the results of what was typed', async () => {
    const { page, complaints, close } = await openDesk();
    await page.keyboard.press('/');
    await page.keyboard.insertText('amos');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Amos Baraka' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('results are chosen with the arrow keys, by number and by phone too', async () => {
    const { page, complaints, close } = await openDesk();
    const search = page.getByRole('searchbox', { name: 'Find a member' });
    const results = page.getByRole('listbox', { name: 'Members found' });
    await search.fill('am');
    await results.getByRole('option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = results.getByRole('option').nth(1);
    expect(await second.getAttribute('aria-selected')).toBe('true');
    expect(await search.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
    await expectGoodPage(page);
    await search.fill('nobody of that name');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing found').waitFor({ state: 'detached' });
    await search.fill('m00001');
    await results.getByRole('option', { name: 'Amina Otieno' }).click();
    await page.getByRole('heading', { level: 1, name: 'Amina Otieno' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the cards, and my entries of today by the clock of the test environment', async () => {
    const now = new Date(Date.now() + 30 * 86_400_000);
    now.setUTCHours(12, 0, 0, 0);
    await setTestClock(its.sacco.project, now.toISOString());
    must(await its.sacco.checker.post(`/api/v1/sacco/members/${amina}/deposits`, moving(20_000)));
    must(await its.sacco.admin.put('/api/v1/sacco/settings', { withdrawal_approval_minor: 100 }));
    must(await its.sacco.checker.post(`/api/v1/sacco/members/${amina}/withdrawals`, moving(1_000)));
    const treasury = must(await its.sacco.checker.get('/api/v1/sacco/treasury')).body;

    const { page, complaints, close } = await openDesk(its.sacco.people.checker);
    const card = (name: string) => page.getByRole('region', { name });
    await card('Cash on hand').locator(`data[value="${treasury.cash_on_hand_minor}"]`).waitFor();
    await card('Waiting for approval').getByText('1', { exact: true }).waitFor();
    await card('Top-ups on hold').getByText('0', { exact: true }).waitFor();
    await card('Payments not yet booked').getByText('0', { exact: true }).waitFor();
    const entries = page.getByRole('table', { name: 'My entries today' });
    // The usual status is not said.
    const posted = entries.getByRole('row').filter({ hasText: '200.00 KES' });
    await posted.getByRole('link', { name: 'Receipt' }).waitFor();
    expect(await posted.getByText('Posted').count()).toBe(0);
    await entries.getByRole('row').filter({ hasText: '10.00 KES' }).getByText('Awaiting approval').waitFor();
    // The maker's, a month ago, are not among them.
    expect(await entries.getByRole('row').count()).toBe(3);
    await expectGoodPage(page);
    // Cash of what is booked; the withdrawal waits.
    await card('Cash on hand').getByText('Cash in 200.00 KES · Cash out 0.00 KES').waitFor();
    await page.getByRole('link', { name: 'Day sheet' }).click();
    await page.getByRole('heading', { level: 1, name: 'Day sheet' }).waitFor();
    const by_kind = page.getByRole('table', { name: 'By kind of movement' });
    await by_kind.getByRole('row').filter({ hasText: 'Deposit' }).getByText('200.00 KES').waitFor();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await expectGoodPage(page);
    expect((await paperSize(page)).map(Math.round)).toEqual(A4);
    await page.goBack();
    await card('Waiting for approval').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['en', 'sw', 'am'] as const)(
    'environment and language are not cut off on a phone (%s)',
    async (language) => {
      const { page, complaints, close } = await its.open(its.sacco.people.maker, {
        language,
        viewport: { width: 360, height: 740 },
      });
      await page.locator(`html[lang=${language}] .language select`).waitFor();
      const cut_off = `[...document.querySelectorAll('.place-environment select, .language select')].filter((select) => {
      const style = getComputedStyle(select);
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = style.font;
      return pen.measureText(select.selectedOptions[0].textContent).width > room + 1;
    }).map((select) => select.ariaLabel)`;
      expect(await page.evaluate(cut_off)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test('without a cooperative managers are asked to set one up', async () => {
    const owner = await quickPerson(its.service);
    const project = await projectOf(owner, its.service.anyone);
    const maker = await quickPerson(its.service);
    must(await owner.client.post(`/api/projects/${project.id}/staff`, { email: maker.email, role: 'maker' }));
    for (const [person, count] of [
      [owner, 1],
      [maker, 0],
    ] as const) {
      const { page, complaints, close } = await its.open(person, {
        project_id: project.id,
      });
      await page.getByText('No cooperative is set up in this project and environment.').waitFor();
      await page.getByRole('region', { name: 'Payments not yet booked' }).getByText('0').waitFor();
      const main = page.getByRole('main');
      expect(await main.getByRole('link', { name: 'Set up the cooperative' }).count()).toBe(count);
      expect(await main.getByRole('searchbox').count()).toBe(0);
      await expectGoodPage(page);
      expect(complaints).toEqual([]);
      await close();
    }
  });
});

async function expectFocusOn(
  page: Page,
  role: 'heading' | 'button' | 'searchbox',
  name: string,
): Promise<void> {
  await page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
}
