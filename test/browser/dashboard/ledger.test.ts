/** The ledger's pages: accounts, transfers and holds that are booked once, postings and the report. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  must,
  paymentBody,
  until,
  saccoInBrowser,
} from '../../harness/index.ts';
import { manualPayment, setPayment } from '../../reconciliation/books.ts';

describe.skipIf(browserIsMissing())('the ledger in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: 'all' });

  beforeAll(async () => {
    const { key } = its.sacco.project;
    must(await key.post('/api/v1/payments', paymentBody({ amount: 500 })));
    await until('the payment is booked', async () => {
      const { body } = await key.get('/api/v1/ledger/postings?status=posted');
      return body.postings.length === 1;
    });
    must(
      await key.post('/api/v1/ledger/accounts', {
        kind: 'subaccount',
        currency: 'KES',
        subaccount_id: 'vendor-7',
      }),
    );
  });

  const open = (path: string) => its.open(its.sacco.people.maker, { path });

  async function accountId(kind: string): Promise<string> {
    const { body } = must(await its.sacco.project.key.get(`/api/v1/ledger/accounts?kind=${kind}`));
    // The newest come first.
    return body.accounts.at(-1).id;
  }

  async function transfersOf(kind: string): Promise<{ kind: string; phase: string | null }[]> {
    const path = `/api/v1/ledger/accounts/${await accountId(kind)}/transfers`;
    return must(await its.sacco.project.key.get(path)).body.transfers;
  }

  async function fillMove(dialog: Locator, amount: string): Promise<void> {
    await dialog
      .getByRole('combobox', { name: 'Debit account' })
      .selectOption({ label: 'Merchant available · KES' });
    await dialog
      .getByRole('combobox', { name: 'Credit account' })
      .selectOption({ label: 'Subaccount vendor-7 · KES' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  }

  async function makeHold(amount_minor: number): Promise<{ id: string }> {
    const body = {
      debit_account_id: await accountId('merchant_available'),
      credit_account_id: await accountId('subaccount'),
      amount_minor,
      memo: `Deposit of ${amount_minor}`,
      idempotency_key: crypto.randomUUID(),
    };
    return must(await its.sacco.project.key.post('/api/v1/ledger/holds', body)).body;
  }

  const rowOf = (page: Page, table: string, text: string): Locator =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

  test('an account is opened', async () => {
    const { page, complaints, close } = await open('/ledger');
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await rowOf(page, 'Accounts', 'Merchant available').getByText('500.00 KES').first().waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Open account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open account' });
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Subaccount' });
    await dialog.getByRole('button', { name: 'Open account' }).click();
    await dialog.getByText("Enter the subaccount's id").waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Subaccount id' }).fill('vendor-8');
    await dialog.getByRole('button', { name: 'Open account' }).click();
    await dialog.getByRole('status').getByText('Opened Subaccount vendor-8 · KES').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, 'Accounts', 'Subaccount vendor-8').getByText('0.00 KES').first().waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Cash on hand' });
    await page.waitForURL('**/ledger/accounts?kind=cash_on_hand');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a transfer is booked once, though its button is pressed twice and its answer is lost', async () => {
    const { page, complaints, close } = await open('/ledger/transfers');
    await expectGoodPage(page);
    await page
      .getByRole('combobox', { name: 'Account', exact: true })
      .selectOption({ label: 'Merchant available · KES' });
    await page.getByRole('button', { name: 'New transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New transfer' });
    await fillMove(dialog, '1,50');
    await dialog.getByRole('textbox', { name: 'Memo (optional)' }).fill('November bonus');
    await dialog.getByRole('button', { name: 'New transfer' }).click();
    await dialog.getByText('Only digits, like 1500 or 1500.50').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('600');
    await dialog.getByRole('button', { name: 'Transfer 600.00 KES' }).click();
    await dialog.getByRole('alert').getByText('The account to debit does not hold enough.').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('150');
    await dialog.getByRole('button', { name: 'Transfer 150.00 KES' }).dblclick();
    await dialog.getByText('Transferred 150.00 KES').waitFor();
    const manual = (await transfersOf('merchant_available')).filter(({ kind }) => kind === 'manual');
    expect(manual).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Done' }).click();

    // What the account holds now, what it held before, and the way to the other account.
    await rowOf(page, 'Transfers', 'November bonus').getByText('150.00 KES').waitFor();
    await page.getByText('350.00 KES').first().waitFor();
    await page.getByLabel('Balance at').fill('2020-01-01T12:00');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Balance then').waitFor();
    await expectGoodPage(page);
    await rowOf(page, 'Transfers', 'November bonus')
      .getByRole('link', { name: 'Subaccount vendor-7' })
      .click();
    await page.waitForURL(`**/ledger/transfers?account=${await accountId('subaccount')}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('holds are made, captured in part, and voided once', async () => {
    const released = await makeHold(7_000);
    const { page, complaints, close } = await open('/ledger/holds?status=pending');
    await page.getByRole('button', { name: 'New hold' }).click();
    const dialog = page.getByRole('dialog');
    await fillMove(dialog, '100');
    await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption({ label: '1 day' });
    await dialog.getByRole('textbox', { name: 'Memo (optional)' }).fill('Security');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Hold 100.00 KES' }).dblclick();
    await dialog.getByText('Held 100.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expectGoodPage(page);

    await rowOf(page, 'Holds', 'Security').getByRole('button', { name: 'Capture' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('30');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Capture 30.00 KES' }).dblclick();
    await dialog.getByText('Captured 30.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    // The repeat of a void is refused because the first took effect: that is no failure.
    await rowOf(page, 'Holds', 'Deposit of 7000').getByRole('button', { name: 'Void' }).click();
    await page.getByRole('dialog', { name: 'Void this hold?' }).waitFor();
    await expectGoodPage(page);
    const voided = await loseNextAnswer(page, 'POST', '/void');
    await dialog.getByRole('button', { name: 'Void' }).dblclick();
    await page.getByText('Voided the hold of 70.00 KES').waitFor();
    expect(voided()).toBe(2);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Voided' });
    await rowOf(page, 'Holds', 'Deposit of 7000').getByText('Voided').waitFor();

    const { body } = must(await its.sacco.project.key.get('/api/v1/ledger/holds'));
    expect(
      body.holds.map((hold: Record<string, unknown>) => [hold['status'], hold['captured_minor']]),
    ).toEqual([
      ['captured', 3_000],
      ['voided', 0],
    ]);
    expect(must(await its.sacco.project.key.get(`/api/v1/ledger/holds/${released.id}`)).body.status).toBe(
      'voided',
    );
    const phases = (await transfersOf('merchant_available')).map(({ phase }) => phase);
    expect(phases.filter((phase) => phase === 'post')).toHaveLength(1);
    expect(phases.filter((phase) => phase === 'void')).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a hold that somebody else has voided is not voided by this one', async () => {
    const hold = await makeHold(1_100);
    const { page, close } = await open('/ledger/holds');
    await rowOf(page, 'Holds', 'Deposit of 1100').getByRole('button', { name: 'Void' }).click();
    must(await its.sacco.project.key.post(`/api/v1/ledger/holds/${hold.id}/void`));
    await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
    await page.getByRole('alert').getByText('The hold was already voided.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, 'Holds', 'Deposit of 1100').getByText('Voided').waitFor();
    expect(await page.getByText('Voided the hold of 11.00 KES').count()).toBe(0);
    await close();
  });

  test('a failed posting is tried again; the report says what came in', async () => {
    const payment_id = await manualPayment(its.sacco.project.key, 'refused once');
    await setPayment(its.service, payment_id, 'completed');
    await its.service.ctx.db('payments').where({ id: payment_id }).update({ has_posting: true });
    await its.service.ctx.db('postings').insert({
      payment_id,
      project_id: its.sacco.project.id,
      environment: 'test',
      status: 'failed',
      error: 'exceeds_debits',
      created_at: new Date(),
    });
    const { page, complaints, close } = await open('/ledger/postings?status=failed');
    await rowOf(page, 'Postings', payment_id).getByText('Failed').waitFor();
    await expectGoodPage(page);
    const sent = await loseNextAnswer(page, 'POST', '/retry');
    await rowOf(page, 'Postings', payment_id).getByRole('button', { name: 'Retry' }).dblclick();
    await page.getByText('The posting is tried again').waitFor();
    expect(sent()).toBe(2);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Posted' });
    await rowOf(page, 'Postings', payment_id).getByText('Posted').waitFor();
    const settled = (await transfersOf('merchant_available')).filter(
      ({ kind }) => kind === 'payment_settlement',
    );
    expect(settled).toHaveLength(2);

    await page.getByRole('tab', { name: 'Report' }).click();
    await rowOf(page, 'Report in KES', 'Collected').getByText('600.00 KES').waitFor();
    await page
      .getByRole('img', { name: /in KES, as bars/ })
      .locator('svg')
      .first()
      .waitFor();
    await expectGoodPage(page);
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('To').fill('2020-01-31');
    await page.getByText('Nothing moved in this period').waitFor();
    expect(new URL(page.url()).search).toBe('?from=2020-01-01&to=2020-01-31');
    expect(complaints).toEqual([]);
    await close();
  });
});
