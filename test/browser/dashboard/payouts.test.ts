/** Payouts in the browser: turned on by the owner, requested, followed, cancelled, marked. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  loseNextAnswer,
  must,
  paymentBody,
  saccoInBrowser,
  until,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('payouts in the dashboard', () => {
  const its = saccoInBrowser({}, { workers: 'all' });
  const get = async (path: string) => must(await its.sacco.project.session.get(path)).body;

  test('the owner turns them on, within limits', async () => {
    must(await its.sacco.project.key.post('/api/v1/payments', paymentBody({ amount: 1_000 })));
    const { page, complaints, close } = await its.open(its.sacco.project.owner, {
      path: '/settings/providers',
    });
    const card = page.getByRole('region', { name: 'Sandbox' });
    await card.getByRole('button', { name: 'Payouts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payouts by Sandbox' });
    await dialog.getByRole('switch', { name: 'Payouts are on' }).click({ force: true });
    await dialog.getByRole('textbox', { name: 'A second person approves above' }).fill('300');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    const path = `/api/projects/${its.sacco.project.id}/providers/sandbox/payouts`;
    expect(must(await its.sacco.project.owner.client.get(path)).body).toMatchObject({
      enabled: true,
      max_minor: null,
      approval_above_minor: 30_000,
    });
    expect(complaints).toEqual([]);
    await close();
  });

  test('one is requested once, whatever becomes of the answer, and followed to its end', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/payouts' });
    await page.getByRole('button', { name: 'New payout' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payout' });
    await dialog.getByRole('button', { name: 'Pay out' }).click();
    await dialog.getByText('Enter an amount').waitFor();
    await dialog.getByText('Enter a phone').waitFor();
    await dialog.getByRole('combobox', { name: 'Pay to' }).selectOption('A bank account');
    await dialog.getByText('Enter the account number').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('combobox', { name: 'Pay to' }).selectOption('A phone');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+254712345789');
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('MAIZE-1');
    const sent = await loseNextAnswer(page, 'POST', '/payouts');
    await dialog.getByRole('button', { name: 'Pay out 100.00 KES' }).click();
    await page.getByRole('heading', { level: 1, name: 'MAIZE-1' }).waitFor();
    expect(sent()).toBe(2);
    expect((await get('/api/v1/payouts?reference=MAIZE-1')).payouts.length).toBe(1);
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByRole('listitem', { name: 'Paid' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: '‹ Payouts' }).click();
    await page.getByRole('table', { name: 'Payouts' }).getByRole('link', { name: 'MAIZE-1' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
    await page.getByText('Nothing found').waitFor();
    await expectGoodPage(page);
    expect(complaints.filter((each) => !each.includes('/api/v1/payouts'))).toEqual([]);
    await close();
  });

  test('a large one waits for a second person, and is cancelled', async () => {
    const { page, close } = await its.open(its.sacco.people.maker, { path: '/payouts' });
    await page.getByRole('button', { name: 'New payout' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payout' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('300.01');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+254712345789');
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('MAIZE-2');
    await dialog.getByRole('button', { name: 'Pay out 300.01 KES' }).click();
    await page.getByText('Waits for a second person').waitFor();
    await expectGoodPage(page);
    const checker = await its.open(its.sacco.people.checker, { path: '/approvals' });
    await checker.page.getByRole('heading', { name: 'Pay out by Sandbox to +254712345789' }).waitFor();
    await expectGoodPage(checker.page);
    await checker.close();
    await page.getByRole('button', { name: 'Cancel payout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payout' }).click();
    await page.getByRole('status').getByText('Payout cancelled').waitFor();
    await close();
  });

  test('one that is paid by hand is marked, and a second person confirms it', async () => {
    const path = `/api/projects/${its.sacco.project.id}/providers/manual/payouts`;
    must(await its.sacco.project.owner.client.put(path, { environment: 'test', enabled: true }));
    const { body } = must(
      await its.sacco.maker.post('/api/v1/payouts', {
        provider: 'manual',
        amount: '50.00',
        currency: 'KES',
        to: { bank_code: 'UMOJA', account_number: '1100223344', account_name: 'Asha Ali' },
        reference: 'RENT-1',
      }),
    );
    await until(
      'somebody is to pay it',
      async () => (await get(`/api/v1/payouts/${body.id}`)).status === 'sending',
    );
    const { page, close } = await its.open(its.sacco.people.maker, { path: `/payouts/${body.id}` });
    await page.getByText('Asha Ali · 1100223344 · UMOJA').waitFor();
    await page.getByRole('button', { name: 'Record the outcome' }).click();
    const dialog = page.getByRole('dialog', { name: 'How did the payout of 50.00 KES end?' });
    await dialog.getByRole('button', { name: 'Record the outcome' }).click();
    await dialog.getByText('Say how it is known').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'How it is known' }).fill('slip 0417');
    await dialog.getByRole('button', { name: 'Record the outcome' }).click();
    const waiting = await until('it waits', async () => {
      const { approvals } = await get('/api/v1/approvals?status=pending');
      return approvals.find(({ kind }: { kind: string }) => kind === 'payout_mark');
    });
    must(await its.sacco.checker.post(`/api/v1/approvals/${waiting.id}/approve`));
    await page.getByRole('list', { name: 'Timeline' }).getByRole('listitem', { name: 'Paid' }).waitFor();
    await close();
  });
});
