/** Settings: what owners and admins change, and that nobody else sees them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  issueKey,
  must,
  openDashboard,
  addStaff,
  registerPerson,
  until,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('settings in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: 'all' });

  let receiver: Server;

  beforeAll(async () => {
    receiver = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    receiver.close();
  });

  const open = (tab: string, person = its.sacco.people.admin): ReturnType<typeof openDashboard> =>
    its.open(person, { path: `/settings/${tab}` });

  const row = (page: Page, table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

  test('a maker sees no settings, not by their address either', async () => {
    const { page, complaints, close } = await open('staff', its.sacco.people.maker);
    await page.getByText('Your role may not do this').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Loans' }).waitFor();
    expect(await navigation.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the cooperative is changed, and an amount that cannot be read is not sent', async () => {
    const { page, complaints, close } = await open('cooperative');
    await page.getByRole('textbox', { name: 'Entrance fee' }).fill('1.500,00');
    await page.getByRole('textbox', { name: 'Approval above' }).fill('50,000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Only digits, like 1500 or 1500.50').waitFor();
    await expectGoodPage(page);
    await page.getByRole('textbox', { name: 'Entrance fee' }).fill('500');
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Africa/Nairobi');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const settings = must(await its.sacco.admin.get('/api/v1/sacco/settings')).body;
    expect(settings).toMatchObject({
      currency: 'KES',
      entrance_fee_minor: 50_000,
      withdrawal_approval_minor: 5_000_000,
      utc_offset_minutes: 180,
    });
    expect(complaints).toEqual([]);
    await close();
  });

  test('a request without an answer is repeated in the environment in which it was sent', async () => {
    const { page, close } = await open('cooperative');
    const environments: (string | undefined)[] = [];
    let is_reachable = false;
    await page.route('**/sacco/settings', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      environments.push(route.request().headers()['x-service-environment']);
      return is_reachable ? route.continue() : route.abort();
    });
    await page.getByRole('textbox', { name: 'Entrance fee' }).fill('600');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not confirmed yet. Checking…').waitFor();
    page.once('dialog', (question) => question.accept());
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const before = environments.length;
    await until('it is sent again', () => environments.length > before);
    is_reachable = true;
    await until('it is carried out', async () => {
      const { body } = must(await its.sacco.admin.get('/api/v1/sacco/settings'));
      return body.entrance_fee_minor === 60_000;
    });
    expect(new Set(environments)).toEqual(new Set(['test']));
    await close();
  });

  test('what would be made twice is not sent again by itself', async () => {
    const { page, close } = await open('api-keys');
    let sent = 0;
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      // It is carried out, and the answer is lost.
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('of the counter');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog
      .getByRole('alert')
      .getByText('There was no answer. The request may have been carried out')
      .waitFor();
    await row(page, 'API keys', 'of the counter').waitFor();
    expect(sent).toBe(1);
    await close();
  });

  test('a product is defined and retired', async () => {
    const { page, complaints, close } = await open('products');
    await page.getByText('Nothing here yet').waitFor();
    await page.getByRole('button', { name: 'Define a product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Define a product' });
    await dialog.getByRole('button', { name: 'Define' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('School fees');
    await dialog.getByRole('textbox', { name: 'Interest a year' }).fill('13.5');
    await dialog.getByRole('textbox', { name: 'Smallest amount' }).fill('1,000');
    await dialog.getByRole('textbox', { name: 'Largest amount' }).fill('100,000');
    await dialog.getByRole('textbox', { name: 'Savings multiple' }).fill('3');
    await dialog.getByRole('button', { name: 'Define' }).click();
    await row(page, 'Loan products', 'School fees').getByText('13.50%').waitFor();
    const { loan_products } = must(await its.sacco.admin.get('/api/v1/sacco/loan-products')).body;
    expect(loan_products).toMatchObject([
      { name: 'School fees', rate_bps: 1_350, savings_multiple_bps: 30_000, min_amount_minor: 100_000 },
    ]);
    await expectGoodPage(page);
    await row(page, 'Loan products', 'School fees').getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await row(page, 'Loan products', 'School fees').getByText('Retired').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('limits of a tier are set', async () => {
    const { page, complaints, close } = await open('limits');
    await page.getByRole('button', { name: 'Set limits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set limits' });
    await dialog.getByRole('combobox', { name: 'Tier' }).selectOption('2');
    await dialog.getByRole('textbox', { name: 'Highest balance' }).fill('200,000');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Limits', '200,000.00').getByText('No limit').first().waitFor();
    expect(must(await its.sacco.admin.get('/api/v1/kyc/limits')).body.limits).toMatchObject([
      { tier: 2, currency: 'KES', max_balance_minor: 20_000_000, max_single_minor: null },
    ]);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('staff are added, given another role, and removed with their keys', async () => {
    const person = await registerPerson(its.service.anyone);
    const { page, complaints, close } = await open('staff');
    await page.getByRole('button', { name: 'Add staff' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add staff' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Admin');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await row(page, 'Staff', person.email).getByText('Admin').waitFor();
    await expectGoodPage(page);

    await issueKey(its.service.anyone, person, its.sacco.project.id, 'test');
    await row(page, 'Staff', person.email).getByRole('button', { name: 'Change role' }).click();
    const change = page.getByRole('dialog', { name: 'Change role' });
    await change.getByRole('combobox', { name: 'Role' }).selectOption('Approver (checker)');
    await change.getByRole('button', { name: 'Change' }).click();
    await row(page, 'Staff', person.email).getByText('Approver (checker)').waitFor();

    await row(page, 'Staff', person.email).getByRole('button', { name: 'Remove' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove Test Person?' });
    await removal.getByRole('checkbox', { name: 'Revoke these keys too' }).waitFor();
    await expectGoodPage(page);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await row(page, 'Staff', person.email).waitFor({ state: 'detached' });
    const keys = must(
      await its.sacco.people.admin.client.get(`/api/projects/${its.sacco.project.id}/api-keys`),
    ).body.api_keys;
    const own = keys.filter(({ created_by }: { created_by: string }) => created_by === person.id);
    expect(own).toMatchObject([{ revoked_at: expect.any(String) }]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the keys of somebody who is removed end also when their list cannot be read', async () => {
    const person = await addStaff(its.service.anyone, its.sacco.project, 'admin');
    await issueKey(its.service.anyone, person, its.sacco.project.id, 'test');
    const { page, close } = await open('staff');
    await page.route('**/api-keys?*', (route) => route.fulfill({ status: 500, json: {} }));
    await row(page, 'Staff', person.email).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row(page, 'Staff', person.email).waitFor({ state: 'detached' });
    const own = await its.service.ctx.db('api_keys').where({ created_by: person.id });
    expect(own).toMatchObject([{ revoked_at: expect.any(Date) }]);
    await close();
  });

  test('a key is shown once, works, and is revoked', async () => {
    const { page, complaints, close } = await open('api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await dialog.getByRole('radio', { name: 'Only some' }).check();
    await dialog.getByRole('checkbox', { name: 'Read everything' }).check();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog', { name: 'Copy it now' });
    const key = await secret.getByRole('textbox', { name: 'Key' }).inputValue();
    expect(key).toMatch(/^ush_test_/);
    await expectGoodPage(page);
    await secret.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await secret.getByRole('button', { name: 'Done' }).click();
    await row(page, 'API keys', 'Accounting').waitFor();
    expect(await page.content()).not.toContain(key);
    const client = its.service.anyone.with({ 'x-api-key': key });
    expect((await client.get('/api/v1/sacco/settings')).status).toBe(200);
    expect((await client.post('/api/v1/sacco/members', {})).status).toBe(403);

    await expectGoodPage(page);
    await row(page, 'API keys', 'Accounting').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row(page, 'API keys', 'Accounting').getByText('Revoked').waitFor();
    expect((await client.get('/api/v1/sacco/settings')).status).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a provider's credentials are refused by field, saved, and shown masked", async () => {
    const { page, complaints, close } = await open('providers');
    const card = page.getByRole('region', { name: 'SantimPay' });
    await card.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Credentials of SantimPay' });
    await dialog.getByRole('textbox', { name: 'Merchant id' }).fill('not a merchant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText("must be SantimPay's merchant id").waitFor();
    await dialog.getByText('Is required').first().waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('Not configured').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the address that is to be entered at a provider is shown and copied', async () => {
    const { page, complaints, close } = await open('providers');
    const card = page.getByRole('region', { name: 'Chapa' });
    await card.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Credentials of Chapa' });
    await dialog.getByRole('textbox', { name: 'Secret key' }).fill('CHASECK_TEST-stand-in-0000000001');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Webhook address, to be entered at the provider').waitFor();
    expect(await card.getByText(/\/callbacks\/chapa\//).textContent()).toMatch(
      /^http.*\/callbacks\/chapa\/prj_/,
    );
    await card.getByRole('button', { name: 'Copy webhook address' }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the code that payers dial is configured for payments by hand, and shown to be changed', async () => {
    const { page, complaints, close } = await open('providers');
    const card = page.getByRole('region', { name: 'By hand' });
    await card.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Credentials of By hand' });
    const code = dialog.getByRole('textbox', { name: 'M-PESA: code that payers dial' });
    await code.fill('*334*{pin}*{till}#');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must not contain {pin}').waitFor();
    await expectGoodPage(page);
    await code.fill('*334*{till}*{amount}#');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('is required: mpesa_dial_string contains {till}').waitFor();
    await dialog.getByRole('textbox', { name: 'M-PESA: number of the merchant' }).fill('54321');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('*334*{till}*{amount}#').waitFor();
    await expectGoodPage(page);
    await card.getByRole('button', { name: 'Replace credentials' }).click();
    expect(await code.inputValue()).toBe('*334*{till}*{amount}#');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Delete credentials' }).click();
    await page.getByRole('dialog').getByText('It works without them, too.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete credentials' }).click();
    await card.getByText('*334*{till}*{amount}#').waitFor({ state: 'detached' });
    await card.getByText('Ready').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('an endpoint is registered, its secret shown once, and a delivery sent again', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    const { page, complaints, close } = await open('webhooks');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'New endpoint' });
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://example.org');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('must be an http or https URL').waitFor();
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
    await dialog.getByRole('radio', { name: 'Only some events' }).check();
    await dialog.getByRole('checkbox', { name: 'payment.completed' }).check();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog', { name: 'Copy it now' });
    expect(await secret.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Endpoints', url).waitFor();

    const { webhook_endpoints } = must(await its.sacco.admin.get('/api/v1/webhook-endpoints')).body;
    expect(webhook_endpoints).toMatchObject([{ url, events: ['payment.completed'] }]);
    await payOnce();
    await until('the event is delivered', async () => {
      const { webhook_deliveries } = must(await its.sacco.admin.get('/api/v1/webhook-deliveries')).body;
      return webhook_deliveries[0]?.status === 'delivered';
    });
    await page.reload();
    const delivery = row(page, 'Deliveries', 'payment.completed');
    await delivery.getByText('Delivered').waitFor();
    await expectGoodPage(page);
    await delivery.getByRole('button', { name: 'Payload' }).click();
    const payload = page.getByRole('dialog', { name: 'payment.completed' });
    await payload.getByRole('region', { name: 'Payload' }).getByText('"reference": "for-hooks"').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await delivery.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('It is sent again').waitFor();
    await until('it was sent again', async () => {
      const { webhook_deliveries } = must(await its.sacco.admin.get('/api/v1/webhook-deliveries')).body;
      return webhook_deliveries[0].attempts.length === 2;
    });

    await row(page, 'Endpoints', url).getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await secret.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    await secret.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Endpoints', url).getByRole('button', { name: 'Delete' }).click();
    const deleted = await loseNextAnswer(page, 'DELETE', '');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(deleted()).toBe(2);
    await row(page, 'Endpoints', url).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  /** A payment of the sandbox that completes at once. */
  async function payOnce(): Promise<void> {
    must(
      await its.sacco.project.key.post('/api/v1/payments', {
        provider: 'sandbox',
        amount: 100,
        currency: 'KES',
        reference: 'for-hooks',
        customer_phone: '+254712345789',
      }),
    );
  }

  test('the test clock asks before it moves, and moves forward', async () => {
    const path = `/api/projects/${its.sacco.project.id}/test-clock`;
    const { page, complaints, close } = await open('test-clock');
    await page.getByRole('button', { name: '+ 30 days' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the test clock?' });
    expect(must(await its.sacco.people.admin.client.get(path)).body.offset_seconds).toBe(0);
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('The clock was moved').waitFor();
    expect(must(await its.sacco.people.admin.client.get(path)).body.offset_seconds).toBeGreaterThan(
      2_500_000,
    );
    // The seconds between asking and moving do not make it a day less.
    await page.getByText('30 days', { exact: true }).waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
