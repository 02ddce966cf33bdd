/** The choice at the checkout: who is offered, what is asked for, and a payment on the page of a provider. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  complaintsOf,
  must,
  openBrowser,
  PATIENCE_MS,
  PHONE,
  projectWithProvider,
  screenshot,
  startWithProvider,
  type Project,
  type ProviderService,
} from '../../harness/index.ts';
import { TelebirrStandIn } from '../../stand-ins/telebirr.ts';

describe.skipIf(browserIsMissing())('the choice at the checkout', () => {
  let setup: ProviderService<TelebirrStandIn>;
  let project: Project;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    setup = await startWithProvider('telebirr', new TelebirrStandIn(), { workers: 'all' });
    project = await projectWithProvider(setup);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await setup.stop();
  });
  beforeEach(async () => {
    setup.gateway.reset();
    context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    // A page that reads itself again may be left meanwhile.
    complaints = complaintsOf(page, (complaint) => !/\/pay\/.*ERR_ABORTED/.test(complaint));
  });
  afterEach(() => context.close());

  async function openLink(overrides: Record<string, unknown> = {}): Promise<string> {
    const request = {
      title: 'Share capital',
      amount: 1_250.5,
      currency: 'ETB',
      reusable: false,
      ...overrides,
    };
    const { body } = must(await project.key.post('/api/v1/payment-links', request));
    await page.goto(body.url);
    return body.id;
  }

  const offered = (): Promise<string[]> => page.locator('.choice b').allTextContents();
  const phone = () => page.getByLabel('Your phone number');

  test('has the configured providers of the currency, as people call them, the payment by hand last', async () => {
    await openLink();
    expect(await offered()).toEqual(['Sandbox', 'telebirr', 'Dial a code']);
    await screenshot(page, 'checkout-choice');
    await openLink({ currency: 'KES' });
    expect(await offered()).toEqual(['Sandbox', 'Dial a code']);
  });

  test('asks for a phone, which only a payment by hand can do without', async () => {
    await openLink();
    await page.getByLabel('Sandbox').check();
    expect(await phone().isVisible()).toBe(true);
    expect(await page.getByText('(optional)').isVisible()).toBe(false);
    await page.getByLabel('Dial a code').check();
    expect(await page.getByText('(optional)').isVisible()).toBe(true);
    await page.getByLabel('telebirr', { exact: false }).first().check();
    expect(await page.getByText('(optional)').isVisible()).toBe(false);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('This is not a phone number.').waitFor();
    await screenshot(page, 'checkout-phone-missed');
  });

  test('a payer pays on the page of the provider and sees it come true without doing anything', async () => {
    const link = await openLink();
    await page.locator('[value=telebirr]').check();
    await phone().fill('0911234567');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await screenshot(page, 'checkout-redirect');
    const [payment] = await setup.service.ctx.db('payments').where({ payment_link_id: link });
    const status = page.url();
    await page.getByRole('link', { name: 'Continue to telebirr' }).click();
    // The page opens only where its address is signed as it must be.
    expect(await page.textContent('body')).toContain('1250.50');
    expect(setup.gateway.complaints).toEqual([]);
    // telebirr sends the payer back; what it says there proves nothing.
    const { redirect_url } = setup.gateway.order(payment.id);
    expect(redirect_url).toBe(status);
    await page.goto(`${redirect_url}?trade_status=PAY_SUCCESS&total_amount=1250.50&sign=x`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('One more step');
    await setup.gateway.settle(payment.id);
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await screenshot(page, 'checkout-paid-elsewhere');
    expect(complaints).toEqual([]);
  });
});
