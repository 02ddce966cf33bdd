/** Unallocated money in the dashboard: reached from the treasury, allocated, and sent back. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  decide,
  expectGoodPage,
  held,
  loseNextAnswer,
  must,
  newMember,
  saccoInBrowser,
  sendPaybill,
  setSandboxPayouts,
  UNALLOCATED,
  unallocatedReceipt,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('unallocated money in the dashboard', () => {
  const its = saccoInBrowser();
  let member: string;
  let number: string;
  const receipts: string[] = [];

  beforeAll(async () => {
    const { key } = its.sacco.project;
    member = await newMember(its.sacco);
    number = must(await key.get(`/api/v1/sacco/members/${member}`)).body.member_no;
    await setSandboxPayouts(its.sacco.project);
    const bank = { code: '1100', name: 'Umoja Bank', kind: 'bank', currency: 'KES' };
    must(await its.sacco.admin.post('/api/v1/accounting/accounts', bank));
    for (const [i, amount] of ['500.00', '20.00'].entries())
      receipts.push(await unallocatedReceipt(its.service.ctx, key, amount, { transaction_id: `SBX000${i}` }));
  });

  test('a teller says whose it is, and the checker sees what that does', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/treasury' });
    await page.getByRole('main').getByRole('link', { name: 'Unallocated money' }).click();
    await page.getByRole('table', { name: 'Unallocated money' }).getByText('500.00').waitFor();
    await page.getByText('The account number belongs to no member').first().waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Allocate SBX0000' }).click();
    const dialog = page.getByRole('dialog', { name: 'Allocate 500.00 KES' });
    await dialog.getByRole('button', { name: 'Request' }).click();
    await dialog.getByText('Choose the member').first().waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('combobox', { name: 'Member' }).fill(number);
    await page.getByRole('option', { name: new RegExp(number) }).click();
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('She sent the wrong number');
    const sent = await loseNextAnswer(page, 'POST', `${UNALLOCATED}/${receipts[0]}/allocate`);
    await dialog.getByRole('button', { name: 'Request' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(sent()).toBe(2);
    await page.getByText('Awaiting approval').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();

    const checker = await its.open(its.sacco.people.checker, { path: '/approvals' });
    await checker.page.getByRole('table', { name: 'Effect' }).getByText('Unallocated receipts').waitFor();
    await expectGoodPage(checker.page);
    await checker.close();
    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals).toHaveLength(1);
    must(await decide(its.sacco, approvals[0].id));
    expect(await held(its.sacco.project.key, member)).toEqual({ savings: 50_000, shares: 0 });
  });

  test('what nobody knows is sent back', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/unallocated' });
    await page.getByRole('button', { name: 'Send back SBX0001' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send back 20.00 KES' });
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Nobody knows the sender');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Request' }).click();
    await dialog.getByRole('link', { name: 'It waits for a second person.' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Being sent back').first().waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('money at the bank is entered, and the provider is asked again about what it has not confirmed', async () => {
    const { key } = its.sacco.project;
    const { body } = must(
      await sendPaybill(key, 'NOBODY', '9.00', { transaction_id: 'SBXWAITS', phone: '+254712345129' }),
    );
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/unallocated' });
    await page.getByRole('button', { name: 'Money at the bank' }).click();
    const dialog = page.getByRole('dialog', { name: 'Money at the bank' });
    await dialog.getByLabel('Bank account').selectOption({ label: '1100 Umoja Bank' });
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('FT-1');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('75');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('A transfer by J. Kamau');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Receive 75.00 KES' }).click();
    await dialog.getByText('Received 75.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Unallocated money' }).getByRole('row', { name: /FT-1/ });
    await row.getByText('A transfer by J. Kamau').waitFor();
    // Nobody knows a phone to send it back to.
    expect(await row.getByRole('button').count()).toBe(1);
    const table = page.getByRole('table', { name: 'Not confirmed yet' });
    await table.getByText('SBXWAITS').waitFor();
    await expectGoodPage(page);
    const sync = page.waitForResponse((response) => response.url().endsWith(`/${body.id}/sync`));
    await page.getByRole('button', { name: 'Ask the provider about SBXWAITS' }).click();
    expect((await sync).status()).toBe(202);
    expect(complaints).toEqual([]);
    await close();
  });
});
