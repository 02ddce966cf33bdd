/** What a guarantor does behind the link: on a small phone, and with JavaScript switched off. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  askedLoan,
  browserIsMissing,
  complaintsOf,
  createSacco,
  openBrowser,
  PATIENCE_MS,
  PHONE,
  pledgesOf,
  screenshot,
  sentTo,
  startService,
  type AskedLoan,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

/** Of the smallest phones. */
const SMALL = { width: 320, height: 640 };

describe.skipIf(browserIsMissing())('the page for guarantors in a browser without JavaScript', () => {
  let service: TestService;
  let sacco: Sacco;
  let browser: Browser;

  beforeAll(async () => {
    service = await startService();
    sacco = await createSacco(service);
    browser = await openBrowser();
  });
  afterAll(() => service.stop());

  async function openLink(locale = 'en-KE'): Promise<{ loan: AskedLoan; page: Page; complaints: string[] }> {
    const loan = await askedLoan(sacco, 1);
    const { link } = await sentTo(service, sacco, loan.guarantors[0] as string);
    const context = await browser.newContext({ ...PHONE, viewport: SMALL, locale, javaScriptEnabled: false });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(service.url + link);
    return { loan, page, complaints };
  }

  async function expectNoOverflow(page: Page): Promise<void> {
    const main = await page.locator('main').boundingBox();
    expect(main?.width).toBeLessThanOrEqual(SMALL.width);
    const card = await page.locator('.card').evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(card).toBeLessThanOrEqual(0);
  }

  test('a guarantor reads what is asked, and consents; the link leads nowhere then', async () => {
    const { loan, page, complaints } = await openLink();
    await page.getByRole('heading', { name: 'Will you be a guarantor?' }).waitFor();
    for (const text of ['You answer for', '1,000.00', '3,000.00', '3 installments'])
      expect(await page.getByText(text).first().isVisible(), text).toBe(true);
    await expectNoOverflow(page);
    await screenshot(page, 'consent-asked');
    const link = page.url();
    await page.getByRole('button', { name: 'I consent' }).click();
    await page.getByRole('heading', { name: 'You have consented' }).waitFor();
    await screenshot(page, 'consent-given');
    expect(await pledgesOf(sacco, loan)).toEqual(['pledged']);
    expect(complaints).toEqual([]);
    const again = await page.goto(link);
    expect(again?.status()).toBe(404);
    await page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
  });

  test.each([
    ['sw-KE', 'Je, utakuwa mdhamini?', 'Nakataa', 'Umekataa'],
    ['am-ET', 'ዋስ ይሆናሉ?', 'አልስማማም', 'አልተስማሙም'],
  ])('in %s a guarantor declines', async (locale, title, decline, declined) => {
    const { loan, page, complaints } = await openLink(locale);
    await page.getByRole('heading', { name: title }).waitFor();
    await expectNoOverflow(page);
    await page.getByRole('button', { name: decline }).click();
    await page.getByRole('heading', { name: declined }).waitFor();
    expect(await pledgesOf(sacco, loan)).toEqual(['declined']);
    expect(complaints).toEqual([]);
  });
});
