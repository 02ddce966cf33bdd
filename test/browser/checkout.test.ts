/** The checkout as a payer meets it: a small phone, and JavaScript switched off. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  complaintsOf,
  createProject,
  must,
  openBrowser,
  PATIENCE_MS,
  PHONE,
  screenshot,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';

describe.skipIf(browserIsMissing())('the checkout in a browser without JavaScript', () => {
  let service: TestService;
  let project: Project;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    service = await startService({ workers: 'all' });
    project = await createProject(service.anyone);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await service.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    // A page that reads itself again may be left meanwhile.
    complaints = complaintsOf(page, (complaint) => !/\/pay\/.*ERR_ABORTED/.test(complaint));
  });
  afterEach(() => context.close());

  async function openLink(overrides: Record<string, unknown> = {}): Promise<string> {
    const request = {
      title: 'Term 1 school fees',
      amount: 12_500,
      currency: 'KES',
      reusable: false,
      ...overrides,
    };
    const { body } = must(await project.key.post('/api/v1/payment-links', request));
    await page.goto(body.url);
    return body.id;
  }

  async function pay(phone: string): Promise<void> {
    await page.getByLabel('Your phone number').fill(phone);
    await toNextPage(() => page.getByRole('button', { name: /^Pay / }).click());
  }

  /** Does what leads to another page, and waits until that is there: the one before may read itself again meanwhile. */
  async function toNextPage(leave: () => Promise<unknown>): Promise<void> {
    const before = page.url();
    const there = page.waitForURL(({ href }) => href !== before);
    await leave();
    await there;
  }

  async function paymentCount(link_id: string): Promise<number> {
    return (await service.ctx.db('payments').where({ payment_link_id: link_id })).length;
  }

  /** On a screen of 320 pixels. */
  async function expectNoOverflow(): Promise<void> {
    const main = await page.locator('main').boundingBox();
    expect(main?.width).toBeLessThanOrEqual(320);
    const card = await page.locator('.card').evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(card).toBeLessThanOrEqual(0);
  }

  function heading(): Promise<string | null> {
    return page.getByRole('heading', { level: 1 }).textContent();
  }

  test('a payer pays and sees it come true', async () => {
    const id = await openLink();
    expect(await heading()).toBe('Term 1 school fees');
    await screenshot(page, 'checkout-form');
    await pay('0712 345 129');
    expect(await heading()).toBe('Look at your phone');
    await screenshot(page, 'checkout-pending');
    // The payer confirms: the sandbox's next answer is "completed". The page asks again by itself.
    const [payment] = await service.ctx
      .db('payments')
      .where({ payment_link_id: id })
      .update({ metadata: '{"sandbox_outcome":"789"}' })
      .returning('id');
    must(await project.key.post(`/api/v1/payments/${payment.id}/sync`));
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await screenshot(page, 'checkout-paid');
    const again = await page.goto(`${service.url}/pay/${id}`);
    expect(again?.status()).toBe(410);
    expect(await heading()).toBe('This was already paid');
    await screenshot(page, 'checkout-already-paid');
    // The browser itself notes the 410.
    expect(complaints.filter((each) => !each.includes('410'))).toEqual([]);
  });

  test('what has the focus of the keyboard stands out', async () => {
    await openLink();
    await page.keyboard.press('Tab');
    const { width, colour } = await page.evaluate<{ width: string; colour: string }>(
      `(() => { const { outlineWidth: width, outlineColor: colour } = getComputedStyle(document.activeElement); return { width, colour }; })()`,
    );
    expect(width).toBe('3px');
    // Of what lies around it WCAG 2.2 asks three times less light, or more.
    expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(3);
  });

  test('a failed payment says why and is tried again', async () => {
    const id = await openLink({ title: 'Maize seed, 2 bags' });
    await pay('0712345048');
    expect(await heading()).toBe('Payment failed');
    expect(await page.getByText('Your balance is too low').isVisible()).toBe(true);
    await screenshot(page, 'checkout-failed');
    await toNextPage(() => page.getByRole('link', { name: 'Try again' }).click());
    await pay('0712345789');
    expect(await heading()).toBe('Paid');
    expect(await paymentCount(id)).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('a wrong phone is named at its field and nothing is lost', async () => {
    const id = await openLink();
    await page.getByLabel('Dial a code').check();
    await pay('12');
    const field = page.getByLabel('Your phone number');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('12');
    expect(await page.getByLabel('Dial a code').isChecked()).toBe(true);
    expect(await page.getByRole('alert').textContent()).toContain('This is not a phone number');
    await screenshot(page, 'checkout-wrong-phone');
    expect(await paymentCount(id)).toBe(0);
    await pay('0712 345 678');
    expect(await paymentCount(id)).toBe(1);
  });

  test('the back button and a second tap make no second payment', async () => {
    const id = await openLink({ reusable: true });
    await pay('0712345129');
    const first = page.url();
    await page.goBack();
    await pay('0712345129');
    expect(page.url()).toBe(first);
    expect(await paymentCount(id)).toBe(1);
    await toNextPage(() => page.getByRole('link', { name: 'Start again' }).click());
    await pay('0712345129');
    expect(page.url()).not.toBe(first);
    expect(await paymentCount(id)).toBe(2);
  });

  test('who comes second reads that somebody is paying; the first starts again with another number', async () => {
    const id = await openLink();
    await pay('0712345129');
    const first = page.url();
    const second = await page.goto(`${service.url}/pay/${id}`);
    expect(second?.status()).toBe(409);
    expect(await heading()).toBe('Somebody is paying this right now');
    await screenshot(page, 'checkout-being-paid');
    await page.goto(first);
    await toNextPage(() => page.getByRole('button', { name: 'Start again' }).click());
    await pay('0712345789');
    expect(await heading()).toBe('Paid');
    const payments = await service.ctx.db('payments').where({ payment_link_id: id }).orderBy('id');
    expect(payments.map(({ status }) => status)).toEqual(['cancelled', 'completed']);
    // The browser itself notes the 409.
    expect(complaints.filter((each) => !each.includes('409'))).toEqual([]);
  });

  test.each([
    ['ETB', 'ethiopia', ['*127#', '*847#']],
    ['KES', 'kenya', ['*334#']],
    ['UGX', 'uganda', []],
  ])('paying by hand in %s tells how', async (currency, name, codes) => {
    await openLink({ currency, amount: 350, title: 'Membership card' });
    await page.getByLabel(currency === 'UGX' ? 'Pay the merchant directly' : 'Dial a code').check();
    await pay('+251911234567');
    for (const code of codes)
      expect(await page.getByRole('link', { name: code, exact: true }).getAttribute('href')).toBe(
        `tel:${code.replace('#', '%23')}`,
      );
    await screenshot(page, `checkout-by-hand-${name}`);
    expect(complaints).toEqual([]);
  });

  test('a dial string that is configured fits a narrow screen, before and after the choice', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    const credentials = {
      mpesa_dial_string: '*334*1*22*333*4444*55555*{till}*{amount}#',
      mpesa_till: '123456789012',
    };
    must(await project.owner.client.put(`/api/projects/${project.id}/providers/manual`, { credentials }));
    await openLink();
    const dialled = '*334*1*22*333*4444*55555*123456789012*12500#';
    await page.getByText(`Without internet: M-PESA ${dialled}`).click();
    await expectNoOverflow();
    await pay('');
    const link = page.getByRole('link', { name: dialled });
    expect(await link.getAttribute('href')).toBe(`tel:${dialled.replace('#', '%23')}`);
    await expectNoOverflow();
    await screenshot(page, 'checkout-dial-string');
    expect(complaints).toEqual([]);
  });

  test('closed and unknown links say so', async () => {
    const id = await openLink();
    must(await project.key.post(`/api/v1/payment-links/${id}/disable`));
    await page.reload();
    expect(await heading()).toBe('This link takes no more payments');
    await screenshot(page, 'checkout-disabled');
    await page.goto(`${service.url}/pay/plk_00000000000000000000000000`);
    expect(await heading()).toBe('There is nothing here');
    await screenshot(page, 'checkout-unknown');
  });

  test('a long title and a large sum fit a narrow screen, and everything to tap is large', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await openLink({
      title: `${'Loan repayment for the second-hand tractor '.repeat(2)}${'x'.repeat(34)}`,
      amount: 9_007_199_254_740.99,
    });
    await screenshot(page, 'checkout-narrow');
    await expectNoOverflow();
    for (const target of await page.locator('button, input[type=tel], .choice').all())
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  });
});

/** The contrast ratio of WCAG. @param colour as the browser computes it: `rgb(20, 33, 30)` */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(([value]) => {
    const part = Number(value) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
