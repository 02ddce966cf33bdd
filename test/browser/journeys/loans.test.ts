/** Loans: applied for with guarantors, decided by a second person, repaid, and given up. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  askWriteOff,
  browserIsMissing,
  chooseRare,
  decide,
  defineProduct,
  expectGoodPage,
  getLoan,
  held,
  must,
  newSaver,
  openDashboard,
  openLoan,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('loans in the dashboard', () => {
  const its = saccoInBrowser();

  let product_id: string;
  let member: { id: string; full_name: string };
  let guarantor: { id: string; full_name: string };

  beforeAll(async () => {
    product_id = await defineProduct(its.sacco, {
      name: 'Development loan',
      fee_bps: 100,
      min_guarantors: 1,
      guarantee_coverage_bps: 5_000,
      min_amount_minor: 100_000,
    });
    member = await saver(100_000);
    guarantor = await saver(500_000);
  });

  async function saver(savings_minor: number): Promise<{ id: string; full_name: string }> {
    const id = await newSaver(its.sacco, savings_minor);
    const { body } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`));
    return { id, full_name: body.full_name };
  }

  function lent(): Promise<string> {
    const guarantors = [{ member_id: guarantor.id, amount_minor: 50_000 }];
    return openLoan(its.sacco, {
      member_id: member.id,
      product_id,
      amount_minor: 100_000,
      term: 6,
      guarantors,
    });
  }

  const open = (path: string): ReturnType<typeof openDashboard> => its.open(its.sacco.people.maker, { path });

  async function choose(page: Page, label: string, name: string): Promise<void> {
    const field = page.getByRole('combobox', { name: label, exact: true });
    await field.fill(name.slice(-6));
    await page.getByRole('option', { name }).click();
  }

  test('an application shows its schedule and its checks before it is sent, and is disbursed by a second person', async () => {
    const { page, complaints, close } = await open('/loans');
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Apply for a loan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Loan application' }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Choose a member', { exact: true }).waitFor();
    await page.getByText('Enter an amount').waitFor();
    await expectGoodPage(page);

    await choose(page, 'Member', member.full_name);
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Development loan');
    await page.getByRole('textbox', { name: 'Amount' }).fill('2,000');
    await page.getByRole('textbox', { name: 'Term' }).fill('6');
    await page.getByRole('textbox', { name: 'Purpose' }).fill('A water tank');

    const checks = page.getByRole('list', { name: 'Checks' });
    const guarantors = checks.getByRole('listitem').filter({ hasText: 'Number of guarantors' });
    await guarantors.getByText('Not met').waitFor();
    await page.getByRole('table', { name: 'Schedule preview' }).waitFor();
    expect(await page.getByRole('table', { name: 'Schedule preview' }).getByRole('row').count()).toBe(7);
    await page.getByText('1,980.00 KES').waitFor();
    expect((await its.sacco.maker.get('/api/v1/sacco/loans')).body.loans).toEqual([]);

    const group = page.getByRole('group', { name: 'Guarantors' });
    await group.getByRole('button', { name: 'Add a guarantor' }).click();
    await group.getByRole('button', { name: 'Remove guarantor 2' }).click();
    // Enter takes the first result, also before it is there, and does not send the application.
    const search = group.getByRole('combobox', { name: 'Guarantor 1' });
    await search.fill(guarantor.full_name);
    await search.press('Enter');
    await group.getByRole('button', { name: 'Clear' }).waitFor();
    expect(await search.inputValue()).toContain(guarantor.full_name);
    // The preview stays while the guarantor is being filled in.
    await page.getByRole('table', { name: 'Schedule preview' }).waitFor();
    await page.getByRole('textbox', { name: 'Pledge 1' }).fill('1000');
    await guarantors.getByText('Met', { exact: true }).waitFor();
    await checks.getByText('Not met').waitFor({ state: 'detached' });
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Apply', exact: true }).dblclick();
    await page.getByRole('status').getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await expectGoodPage(page);
    const { loans } = must(await its.sacco.maker.get('/api/v1/sacco/loans')).body;
    expect(loans).toMatchObject([
      {
        member_id: member.id,
        principal_minor: 200_000,
        purpose: 'A water tank',
        guarantors: [{ member_id: guarantor.id, amount_minor: 100_000 }],
      },
    ]);
    must(await decide(its.sacco, loans[0].approval_id));

    await page.getByRole('link', { name: 'Open the loan' }).click();
    await page.getByRole('heading', { level: 1, name: `${member.full_name} ·` }).waitFor();
    await page.getByRole('region', { name: 'Outstanding' }).getByText('2,000.00 KES').waitFor();
    expect(await page.getByRole('table', { name: 'Schedule' }).getByRole('row').count()).toBe(7);
    expect(await page.getByRole('table', { name: 'Guarantors' }).textContent()).toContain(
      guarantor.full_name,
    );
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a refusal says why, and what was filled in stays', async () => {
    const { page, complaints, close } = await open(`/loans/new?member=${member.id}`);
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Development loan');
    await page.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await page.getByRole('textbox', { name: 'Term' }).fill('99');
    await page.getByText('checks are not met').waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('alert').getByText('Request').waitFor();
    expect(await page.getByRole('combobox', { name: 'Member' }).inputValue()).toContain(member.full_name);
    expect(await page.getByRole('textbox', { name: 'Term' }).inputValue()).toBe('99');
    expect(complaints).toEqual([]);
    await close();
  });

  test('what is typed stays as a draft: leaving asks, and coming back shows it', async () => {
    const { page, complaints, close } = await open('/loans/new');
    await page.getByRole('textbox', { name: 'Purpose' }).fill('A cow');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    const loans = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' });
    await loans.click();
    await expect.poll(() => asked.length).toBe(1);
    await page.getByRole('heading', { level: 1, name: 'Loan application' }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await loans.click();
    await page.getByRole('heading', { level: 1, name: 'Loans' }).waitFor();
    await page.getByRole('link', { name: 'Apply for a loan' }).click();
    await page.getByText('This is what you typed before.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Purpose' }).inputValue()).toBe('A cow');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Begin again' }).click();
    expect(await page.getByRole('textbox', { name: 'Purpose' }).inputValue()).toBe('');
    await loans.click();
    await page.getByRole('heading', { level: 1, name: 'Loans' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a repayment from savings whose answer is lost is booked once', async () => {
    const id = await lent();
    const before = (await held(its.sacco.maker, member.id))['savings'] as number;
    const { page, close } = await open(`/loans/${id}`);
    await page.getByRole('button', { name: 'Repay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Repay loan' });
    await dialog.getByRole('radio', { name: 'Savings' }).check();
    // What pays it off today is one click, and what an amount would pay is said before it is sent.
    await dialog.getByRole('button', { name: 'Pay off 1,000.00 KES' }).click();
    await dialog.getByText('After this: 0.00 KES').waitFor();
    await dialog.getByRole('status').getByText('Principal 1,000.00 KES').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('400');
    await dialog.getByRole('status').getByText('Principal 400.00 KES').waitFor();
    await dialog.getByText('After this: 600.00 KES').waitFor();
    await expectGoodPage(page);
    let lost = 0;
    await page.route('**/repayments', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Repay 400.00 KES' }).click();
    await dialog.getByText('Repaid 400.00 KES').waitFor();
    expect(lost).toBe(1);
    expect((await held(its.sacco.maker, member.id))['savings']).toBe(before - 40_000);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Pay-off amount' }).getByText('600.00 KES').waitFor();
    await close();
  });

  test('writing off asks first and says why; a second person decides', async () => {
    const id = await lent();
    const { page, complaints, close } = await open(`/loans/${id}`);
    await chooseRare(page, 'Write off');
    const dialog = page.getByRole('dialog', { name: 'Write off this loan?' });
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    expect((await getLoan(its.sacco, id)).status).toBe('open');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('moved abroad');
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const { approvals } = must(await its.sacco.checker.get('/api/v1/approvals?status=pending')).body;
    const waiting = approvals.find(({ loan_id }: { loan_id: string }) => loan_id === id);
    expect(waiting).toMatchObject({ kind: 'loan_write_off', memo: 'moved abroad' });
    must(await decide(its.sacco, waiting.id));
    await page.reload();
    await page.getByText('Written off').first().waitFor();
    await page.getByRole('button', { name: 'Repay' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('the list is filtered by status and member in the address', async () => {
    const other = await saver(10_000);
    const id = await lent();
    must(await decide(its.sacco, await askWriteOff(its.sacco, id)));
    const { page, complaints, close } = await open('/loans?status=written_off');
    const table = page.getByRole('table', { name: 'Loans' });
    await table.getByRole('link', { name: member.full_name }).first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Open');
    await table.getByRole('cell', { name: 'Open' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('?status=open');
    await expectGoodPage(page);
    await choose(page, 'Member', other.full_name);
    await page.getByText('Nothing here yet').waitFor();
    expect(new URL(page.url()).searchParams.get('member_id')).toBe(other.id);
    expect(complaints).toEqual([]);
    await close();
  });

  test('what is typed is there again when the session ends in the middle of it', async () => {
    const { admin } = its.sacco.people;
    const { page, close } = await its.open(admin, { path: '/loans/new' });
    await page.getByRole('textbox', { name: 'Purpose' }).fill('A second cow');
    await its.service.ctx.db('sessions').where({ user_id: admin.id }).del();
    // The next thing that is read tells of it.
    await page.getByRole('combobox', { name: 'Member', exact: true }).fill(member.full_name.slice(-6));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Loan application' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Purpose' }).inputValue()).toBe('A second cow');
    await close();
  });
});
