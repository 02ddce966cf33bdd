/** The page of payments and the page of one: the search, the steps, and what the payer sees. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  must,
  paymentBody,
  saccoInBrowser,
  until,
} from '../../harness/index.ts';

const PHONE_WIDTH = 360;

describe.skipIf(browserIsMissing())('a payment in the dashboard', () => {
  const its = saccoInBrowser({});

  const key = () => its.sacco.project.key;
  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  /** Pays at the checkout of a link. @returns the id of the payment */
  async function payAt(link: string, phone: string): Promise<string> {
    const form = new URLSearchParams({ provider: 'sandbox', phone }).toString();
    const reply = await its.service.anyone.post(`/pay/${link}`, form, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    return reply.headers.get('location')?.split('/').at(-1) as string;
  }

  test('one box finds payments by amount, phone, reference and the id of the provider', async () => {
    const make = async (fields: object): Promise<string> =>
      must(await key().post('/api/v1/payments', paymentBody({ provider: 'manual', ...fields }))).body.id;
    await make({ reference: 'SEED-1', amount: 7_777.5, customer_phone: '+254733000111' });
    const other = await make({ reference: 'SEED-2', amount: 61 });
    await its.service.ctx.db('payments').where({ id: other }).update({ provider_txn_id: 'BANKTXN9' });
    const { page, complaints, close } = await open('/payments');
    const table = page.getByRole('table', { name: 'Payments' });
    const box = page.getByRole('searchbox', { name: 'Search payments' });
    const isAlone = (name: string) =>
      until(`${name} alone is listed`, async () => {
        if ((await page.locator('main [aria-busy=true]').count()) > 0) return false;
        const names = await table.getByRole('link').allTextContents();
        return names.length === 1 && names[0] === name;
      });
    for (const [typed, name] of [
      ['7,777.50', 'SEED-1'],
      ['0733 000 111', 'SEED-1'],
      ['seed-2', 'SEED-2'],
      ['BANKTXN9', 'SEED-2'],
    ] as const) {
      await box.fill(typed);
      await page.getByRole('button', { name: typed }).waitFor();
      await isAlone(name);
    }
    await page.getByRole('button', { name: /BANKTXN9/ }).waitFor();
    await expectGoodPage(page);
    await box.fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the steps of a payment, and beside them what its payer sees, which cannot be used', async () => {
    const body = { title: 'Seed loan fee', amount: 75, currency: 'KES' };
    const link = must(await key().post('/api/v1/payment-links', body)).body;
    const id = await payAt(link.id, '+254712345129');
    const { page, complaints, close } = await open(`/payments/${id}`);
    const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await steps.filter({ hasText: 'Waiting for the payer' }).waitFor();
    expect(await steps.first().textContent()).toContain('Payment requested');
    expect(await steps.last().getAttribute('aria-current')).toBe('step');
    const shown = page.frameLocator('iframe[title="What the payer sees"]');
    await shown.getByRole('heading', { name: 'Look at your phone' }).waitFor();
    await shown.getByText('Seed loan fee').waitFor();
    // The look of the page is there, and nothing to press, follow or send.
    expect((await shown.locator('.mark').boundingBox())?.width).toBe(72);
    const frame = page.getByTitle('What the payer sees');
    expect(await frame.getAttribute('sandbox')).toBe('');
    expect(await frame.getAttribute('srcdoc')).not.toMatch(
      /<(?:a|button|input|form|script|meta http-equiv)\b/,
    );
    expect(await page.getByRole('link', { name: 'Open the checkout' }).getAttribute('href')).toBe(
      `/pay/${link.id}/${id}`,
    );
    await expectGoodPage(page);
    must(await key().post(`/api/v1/payments/${id}/cancel`));
    await shown.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await steps.last().getByText('Payment cancelled').waitFor();
    expect(await steps.last().getAttribute('aria-current')).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['en', 'sw', 'am'] as const)(
    'a phone shows a payment without scrolling sideways (%s)',
    async (language) => {
      const link = must(
        await key().post('/api/v1/payment-links', { title: 'Fee', amount: 12, currency: 'KES' }),
      ).body;
      const id = await payAt(link.id, '+254712345129');
      const { page, complaints, close } = await its.open(its.sacco.people.maker, {
        path: `/payments/${id}`,
        language,
        viewport: { width: PHONE_WIDTH, height: 740 },
      });
      await page.frameLocator('iframe.checkout-view').getByRole('heading').first().waitFor();
      await page.locator(`html[lang=${language}]`).waitFor();
      await expectGoodPage(page);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
