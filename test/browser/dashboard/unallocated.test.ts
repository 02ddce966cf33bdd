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
    for (const [i, amount] of ['500.00', '20.00'].entries())
      receipts.push(await unallocatedReceipt(its.service.ctx, key, amount, { transaction_id: `SBX000${i}` }));
  });

  test('a teller says whose it is, and the checker sees what that does', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/treasury' });
    await page.getByRole('link', { name: 'Unallocated money' }).click();
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
    await page.getByText('Being sent back').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
