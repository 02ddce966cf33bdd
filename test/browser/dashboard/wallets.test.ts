/** Top-ups that need somebody, and transfers between wallets, in the browser. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  balanceOf,
  browserIsMissing,
  customerBody,
  expectGoodPage,
  loseNextAnswer,
  fund,
  moving,
  must,
  openWallet,
  paymentBody,
  until,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('wallets in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: 'all' });

  beforeAll(async () => {
    await fund(its.service, its.sacco.project, 10_000);
  });

  const key = () => its.sacco.project.key;
  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  async function customer(full_name: string): Promise<string> {
    const { id } = must(await key().post('/api/v1/customers', customerBody({ full_name }))).body;
    must(await key().post(`/api/v1/customers/${id}/kyc`, { decision: 'approve', tier: 1 }));
    await openWallet(its.sacco.project, id);
    return id;
  }

  test('a blocked top-up is tried again, and a credited one reversed once', async () => {
    const id = await customer('Amina Otieno');
    must(await key().post(`/api/v1/customers/${id}/freeze`));
    const payment = must(
      await key().post(
        '/api/v1/payments',
        paymentBody({ amount: 320, metadata: { wallet_customer_id: id } }),
      ),
    ).body;
    const topup = async () => must(await key().get(`/api/v1/wallet-topups/${payment.id}`)).body;
    await until('it is blocked', async () => (await topup()).status === 'blocked');

    const { page, complaints, close } = await open('/wallets');
    const table = page.getByRole('table', { name: 'Wallets' });
    await table.getByRole('link', { name: 'Amina Otieno' }).waitFor();
    await table.getByText('320.00 KES').waitFor();
    await expectGoodPage(page);
    await table.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').getByText('Still blocked: The customer is frozen or closed').waitFor();
    expect((await topup()).status).toBe('blocked');

    must(await key().post(`/api/v1/customers/${id}/unfreeze`));
    const retried = await loseNextAnswer(page, 'POST', '/retry');
    await table.getByRole('button', { name: 'Retry' }).dblclick();
    await page.getByRole('status').getByText('Credited 320.00 KES').waitFor();
    expect(retried()).toBe(2);
    await page.getByText('Nothing here yet').waitFor();
    expect(await balanceOf(its.sacco.project, id)).toBe(32_000);

    await page.getByRole('tab', { name: 'All' }).click();
    expect(new URL(page.url()).searchParams.get('status')).toBe('all');
    await table.getByText('Credited').waitFor();
    await expectGoodPage(page);
    await table.getByRole('button', { name: 'Reverse' }).click();
    const asked = page.getByRole('dialog', { name: 'Reverse the top-up of 320.00 KES?' });
    await expectGoodPage(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await topup()).status).toBe('credited');
    await table.getByRole('button', { name: 'Reverse' }).click();
    await asked.getByRole('button', { name: 'Reverse' }).dblclick();
    await page.getByRole('status').getByText('Reversed 320.00 KES').waitFor();
    await table.getByText('Reversed').waitFor();
    expect(await balanceOf(its.sacco.project, id)).toBe(0);

    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.getByText('Nothing here yet').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("money goes from one customer's wallet to another's, once", async () => {
    const [from, to] = [await customer('Juma Kipchoge'), await customer('Zainab Hassan')];
    must(await key().post(`/api/v1/customers/${from}/wallets/deposit`, moving(100_000, { currency: 'KES' })));
    const { page, complaints, close } = await open('/wallets');
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer' });
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    expect(await dialog.getByText('Choose a customer').count()).toBe(2);
    await expectGoodPage(page);
    await dialog.getByRole('combobox', { name: 'From' }).fill('juma');
    await page.getByRole('option', { name: 'Juma Kipchoge' }).click();
    await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('zain');
    await page.getByRole('option', { name: 'Zainab Hassan' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250.25');
    await dialog.getByText('After this Juma Kipchoge has 749.75 KES').waitFor();
    let sent = 0;
    await page.route('**/api/v1/wallet-transfers', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Transfer 250.25 KES' }).dblclick();
    await dialog.getByRole('status').getByText('Transferred 250.25 KES').waitFor();
    expect(sent).toBe(2);
    expect(await balanceOf(its.sacco.project, from)).toBe(74_975);
    expect(await balanceOf(its.sacco.project, to)).toBe(25_025);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(complaints.filter((each) => !each.includes('/wallet-transfers'))).toEqual([]);
    await close();
  });
});
