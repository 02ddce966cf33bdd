/** Payments, refunds and payment links in the browser. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  must,
  paymentBody,
  readQrCode,
  until,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('payments in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: 'all' });

  const key = () => its.sacco.project.key;
  const get = async (path: string) => must(await key().get(path)).body;
  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  test('a payment is requested, found, asked about and cancelled', async () => {
    must(await key().post('/api/v1/payments', paymentBody({ reference: 'PAID-1' })));
    const { page, complaints, close } = await open('/payments');
    const table = page.getByRole('table', { name: 'Payments' });
    await table.getByRole('link', { name: 'PAID-1' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'New payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payment' });
    await dialog.getByRole('button', { name: 'Request payment' }).click();
    await dialog.getByText('Enter an amount').waitFor();
    await dialog.getByText('Enter a reference').waitFor();
    await dialog.getByRole('combobox', { name: 'Money goes to' }).selectOption("Member's loan");
    await expectGoodPage(page);
    await dialog.getByRole('combobox', { name: 'Money goes to' }).selectOption("Merchant's balance");
    // More digits than a number of major units holds exactly.
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('90,071,992,547,409.91');
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('INV-2044');
    await dialog.getByRole('textbox', { name: "Payer's phone" }).fill('12');
    await dialog.getByRole('button', { name: 'Request 90,071,992,547,409.91 KES' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: "Payer's phone" }).fill('+254712345129');
    let sent = 0;
    await page.route('**/api/v1/payments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Request 90,071,992,547,409.91 KES' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'INV-2044' }).waitFor();
    expect(sent).toBe(2);
    const { payments } = await get('/api/v1/payments?reference=INV-2044');
    expect(payments.length).toBe(1);
    expect(payments[0].amount_minor).toBe(Number.MAX_SAFE_INTEGER);

    await page.getByText('Confirm the payment on your phone').waitFor();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByRole('listitem', { name: 'Payer was asked to pay' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Check with provider' }).click();
    await page.getByRole('status').getByText('Checked with the provider: Pending').waitFor();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    const asked = page.getByRole('dialog');
    await expectGoodPage(page);
    await asked.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect((await get(`/api/v1/payments/${payments[0].id}`)).status).toBe('pending');
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    const cancelled = await loseNextAnswer(page, 'POST', '/cancel');
    await asked.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByRole('status').getByText('Payment cancelled').waitFor();
    expect(cancelled()).toBe(2);
    await timeline.getByRole('listitem', { name: 'Payment cancelled' }).waitFor();
    expect((await get(`/api/v1/payments/${payments[0].id}`)).status).toBe('cancelled');

    await page.getByRole('link', { name: '‹ Payments' }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled');
    await until('only that one is listed', async () => (await table.getByRole('link').count()) === 1);
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Manual');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Sandbox');
    await table.getByRole('link', { name: 'INV-2044' }).waitFor();
    await page.getByLabel('From').fill('2031-01-01');
    await page.getByText('Nothing found').waitFor();
    expect(new URL(page.url()).search).toBe('?status=cancelled&provider=sandbox&from=2031-01-01');
    expect(complaints.filter((each) => !each.includes('/api/v1/payments'))).toEqual([]);
    await close();
  });

  test('a refund books once, whatever becomes of its answer, and says who asked for it', async () => {
    const { id } = must(await key().post('/api/v1/payments', paymentBody({ amount: 1250 }))).body;
    await until('it is paid', async () => (await get(`/api/v1/payments/${id}`)).status === 'completed');
    const { page, complaints, close } = await open(`/payments/${id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByText('At most 1,250.00 KES can be refunded.').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1250.01');
    await dialog.getByRole('button', { name: 'Refund 1,250.01 KES' }).click();
    await dialog.getByRole('alert').getByText('Refunds cannot exceed the payment').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250');
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Two bags came back');
    let sent = 0;
    await page.route('**/refunds', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Refund 250.00 KES' }).dblclick();
    await dialog.getByRole('status').getByText('Refunded 250.00 KES').waitFor();
    expect(sent).toBe(2);
    expect((await get(`/api/v1/payments/${id}/refunds`)).refunds.length).toBe(1);
    expect((await get(`/api/v1/payments/${id}`)).refunded_minor).toBe(25_000);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const step = page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem', { name: 'Refund requested' });
    await step.getByText('Test Person').waitFor();
    await step.getByText('250.00 KES').waitFor();

    const table = page.getByRole('table', { name: 'Refunds' });
    await table.getByText('250.00 KES').waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    expect(await dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('1,000.00');
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('sandbox:fail');
    await dialog.getByRole('button', { name: 'Refund 1,000.00 KES' }).click();
    await dialog.getByRole('alert').getByText('Not refunded: The provider gave no reason').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await table.getByText('Failed').waitFor();
    await expectGoodPage(page);
    expect(complaints.filter((each) => !each.includes('/refunds'))).toEqual([]);
    await close();
  });

  test('where the provider has no API for refunds a person makes one and marks it', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const body = paymentBody({ provider: 'manual', amount: 50, reference: 'BANK-1' });
    const { id } = must(await key().post('/api/v1/payments', body)).body;
    const run = must(
      await key().post('/api/v1/reconciliation/runs', {
        provider: 'manual',
        currency: 'KES',
        period_start: today,
        period_end: today,
        source_name: 'bank.csv',
        csv: 'reference,amount\nBANK-1,50.00\n',
        columns: { amount: 'amount', reference: 'reference' },
      }),
    ).body;
    must(await key().post(`/api/v1/reconciliation/runs/${run.id}/resolve-all`, { action: 'settle_payment' }));
    const { page, complaints, close } = await open(`/payments/${id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('button', { name: 'Refund 50.00 KES' }).click();
    await page.getByRole('status').getByText('pay the money back yourself').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const table = page.getByRole('table', { name: 'Refunds' });
    await table.getByText('By hand: the provider has no API').waitFor();
    await table.getByRole('button', { name: 'Record the outcome' }).click();
    await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Bank transfer 4711');
    await expectGoodPage(page);
    const marked = await loseNextAnswer(page, 'POST', '/mark');
    await page.getByRole('dialog').getByRole('button', { name: 'Record the outcome' }).dblclick();
    await page.getByRole('status').getByText('Recorded: Succeeded').waitFor();
    expect(marked()).toBe(2);
    await table.getByText('Succeeded').waitFor();
    await table.getByText('Bank transfer 4711').waitFor();
    expect((await get(`/api/v1/payments/${id}`)).refunded_minor).toBe(5_000);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a link is created, its code leads to it, and disabling it asks first', async () => {
    const { page, complaints, close } = await open('/payment-links');
    await page.getByText('Nothing here yet').waitFor();
    await page.getByRole('button', { name: 'New link' }).click();
    const dialog = page.getByRole('dialog', { name: 'New link' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('Enter a title').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('School fees, term 1');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('12,500');
    await dialog.getByRole('checkbox', { name: 'Refund automatically if it is paid twice' }).check();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const image = page.getByRole('img', { name: 'QR code for School fees, term 1' });
    await image.waitFor();
    await expectGoodPage(page);
    const [link] = (await get('/api/v1/payment-links')).payment_links;
    expect(link).toMatchObject({
      amount_minor: 1_250_000,
      currency: 'KES',
      reusable: false,
      refund_overpaid: true,
    });
    expect(readQrCode(await modulesOf(page))).toBe(link.url);

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link.url);

    await page.getByRole('button', { name: 'Disable' }).click();
    const asked = page.getByRole('dialog', { name: 'Disable School fees, term 1?' });
    await expectGoodPage(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await get(`/api/v1/payment-links/${link.id}`)).status).toBe('active');
    await page.getByRole('button', { name: 'Disable' }).click();
    await asked.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect((await get(`/api/v1/payment-links/${link.id}`)).status).toBe('disabled');
    expect(await image.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a payment too many is seen at its link, and goes back with one click', async () => {
    const body = { title: 'Market fee', amount: 40, currency: 'KES' };
    const link = must(await key().post('/api/v1/payment-links', body)).body;
    const pay = async (phone: string): Promise<string> => {
      const form = new URLSearchParams({ provider: 'sandbox', phone }).toString();
      const reply = await its.service.anyone.post(`/pay/${link.id}`, form, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      return reply.headers.get('location')?.split('/').at(-1) as string;
    };
    const late = await pay('+254712345129');
    must(await key().post(`/api/v1/payments/${late}/cancel`));
    await pay('+254712345789');
    await its.service.ctx.db('payments').where({ id: late }).update({ customer_phone: '+254712345789' });
    must(await key().post(`/api/v1/payments/${late}/sync`));

    const { page, complaints, close } = await open('/payment-links');
    await page.getByRole('link', { name: '1 payment too many' }).click();
    const table = page.getByRole('table', { name: 'Payments' });
    await until('those of the link are listed', async () => (await table.getByRole('row').count()) === 3);
    await expectGoodPage(page);
    const row = table.getByRole('row').filter({ hasText: 'Overpaid' });
    await row.getByRole('link').click();
    await page.getByText('Another payment had already completed this one-time link. Refund').waitFor();
    await page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem', { name: 'Overpaid: the link had been paid already' })
      .waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Refund 40.00 KES' }).dblclick();
    await page.getByRole('status').getByText('Refund of 40.00 KES under way').waitFor();
    await page.getByText('has been refunded, or its refund is under way').waitFor();
    await until('it is refunded', async () => {
      const { refunds } = await get(`/api/v1/payments/${late}/refunds`);
      return refunds.length === 1 && refunds[0].status === 'succeeded';
    });
    expect((await get(`/api/v1/payments/${late}`)).refunded_minor).toBe(4_000);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** Looks at the image as it is drawn: which modules are dark, without the quiet zone of four around them. */
function modulesOf(page: Page): Promise<boolean[][]> {
  return page.evaluate(`(async () => {
    const QUIET = 4, PIXELS = 8;
    const image = document.querySelector('main img');
    await image.decode();
    const [, width] = /viewBox="0 0 (\\d+)/.exec(decodeURIComponent(image.src));
    const count = Number(width) / 10;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = count * PIXELS;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const isDark = (row, column) =>
      context.getImageData((column + 0.5) * PIXELS, (row + 0.5) * PIXELS, 1, 1).data[0] < 128;
    const places = Array.from({ length: count - 2 * QUIET }, (_, i) => i + QUIET);
    return places.map((row) => places.map((column) => isDark(row, column)));
  })()`);
}
