/** Dates as they are written here, typed and picked, and the cooperative's own days, times and zone. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  must,
  paymentBody,
  saccoInBrowser,
  until,
  WORDS,
  type DashboardPage,
} from '../../harness/index.ts';

const HOW_TO_WRITE = 'Write the day as 31/12/2026';

describe.skipIf(browserIsMissing())('dates in the dashboard', () => {
  const its = saccoInBrowser({ utc_offset_minutes: 180 });
  let payment: { id: string; reference: string };

  // At half past midnight in Nairobi, on the day before in UTC.
  beforeAll(async () => {
    const body = paymentBody({ reference: 'AFTER-MIDNIGHT' });
    payment = must(await its.sacco.project.key.post('/api/v1/payments', body)).body;
    await its.service.ctx
      .db('payments')
      .where({ id: payment.id })
      .update({ created_at: '2026-03-01T21:30:00.000Z' });
  });

  const open = (options: {
    path?: string;
    language?: 'sw' | 'am';
    is_phone?: boolean;
  }): Promise<DashboardPage> => its.open(its.sacco.people.maker, { path: '/payments', ...options });
  const from = (page: Page) => page.getByLabel('From', { exact: true });
  const asked = (page: Page) => new URL(page.url()).searchParams.get('from');

  test('a date is typed with the day first, or as the API writes it, and stands in the address', async () => {
    const { page, complaints, close } = await open({});
    expect(await from(page).getAttribute('placeholder')).toBe('DD/MM/YYYY');
    await from(page).focus();
    await page.keyboard.type('27/11/2026');
    await until('it is asked for', () => asked(page) === '2026-11-27');
    expect(await from(page).inputValue()).toBe('27/11/2026');
    await page.getByRole('button', { name: 'Remove the filter From: 27/11/2026' }).waitFor();

    await from(page).fill('2026-11-28');
    await until('it is asked for', () => asked(page) === '2026-11-28');
    await from(page).blur();
    await expect.poll(() => from(page).inputValue()).toBe('28/11/2026');
    await page.reload();
    await expect.poll(() => from(page).inputValue()).toBe('28/11/2026');
    await page.getByRole('button', { name: 'Remove the filter From: 28/11/2026' }).click();
    await expect.poll(() => from(page).inputValue()).toBe('');
    expect(asked(page)).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a day that does not exist is named once the field is left, and is no filter', async () => {
    const { page, complaints, close } = await open({});
    await from(page).focus();
    await page.keyboard.type('31/04/2026');
    expect(await page.getByText(HOW_TO_WRITE).count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.getByText(HOW_TO_WRITE).waitFor();
    expect(asked(page)).toBeNull();
    await expectGoodPage(page);
    await from(page).fill('30/04/2026');
    await page.getByText(HOW_TO_WRITE).waitFor({ state: 'detached' });
    await until('it is asked for', () => asked(page) === '2026-04-30');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a date is picked from the calendar of the browser', async () => {
    const { page, complaints, close } = await open({});
    await page.evaluate(
      `HTMLInputElement.prototype.showPicker = function () { document.title = 'Opened ' + this.type; }`,
    );
    const button = page.getByRole('button', { name: 'Calendar' }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await until('it is open', async () => (await page.title()) === 'Opened date');
    await page.locator('input[type=date]').first().fill('2026-12-01', { force: true });
    await until('it is asked for', () => asked(page) === '2026-12-01');
    expect(await from(page).inputValue()).toBe('01/12/2026');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a form is not sent while one of its dates cannot be read, also one that may be missing', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin, {
      path: '/settings/api-keys',
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api-keys')) sent += 1;
    });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Till 7');
    const last_day = dialog.getByLabel('Last day');
    await last_day.fill('29/02/2035');
    await page.keyboard.press('Enter');
    await dialog.getByText(HOW_TO_WRITE).waitFor();
    await expectGoodPage(page);
    expect(sent).toBe(0);
    await last_day.fill('28/02/2035');
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/api-keys')),
      dialog.getByRole('button', { name: 'Create' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ expires_at: '2035-02-28T21:00:00.000Z' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('days of payments are those of the cooperative, whose zone the page names once', async () => {
    const { page, complaints, close } = await open({ path: '/payments?from=2026-03-02&to=2026-03-02' });
    const link = page.getByRole('link', { name: payment.reference });
    await link.waitFor();
    await page.getByText('2 Mar 2026, 00:30').waitFor();
    expect(await page.getByText('Times in Africa/Nairobi').count()).toBe(1);
    expect(await page.getByText('UTC').count()).toBe(0);
    await expectGoodPage(page);
    await from(page).fill('01/03/2026');
    await page.getByLabel('To', { exact: true }).fill('01/03/2026');
    await page.getByText('Nothing found').waitFor();
    expect(await link.count()).toBe(0);
    // Nothing here has a time.
    await page.getByText('Times in Africa/Nairobi').waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['sw', 'am'] as const)('in the language %s, on a phone', async (language) => {
    const { days } = WORDS[language];
    const path = '/payments?from=2026-03-02&to=2026-03-02';
    const { page, complaints, close } = await open({ path, language, is_phone: true });
    await page.getByRole('link', { name: payment.reference }).waitFor();
    const field = page.getByLabel(days.from, { exact: true });
    expect(await field.inputValue()).toBe('02/03/2026');
    // 2 March is 23 Yekatit.
    expect(await page.getByText(/የካቲት/).count()).toBe(language === 'am' ? 3 : 0);
    await expectGoodPage(page);
    await field.fill('31/04/2026');
    await field.blur();
    await page.getByText(days.write_day).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
