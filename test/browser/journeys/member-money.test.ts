/** A member's money on the pages: booked once whatever happens on the way, and on paper. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  held,
  lend,
  moveToNoon,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  paperSize,
  type DashboardPage,
  saccoInBrowser,
} from '../../harness/index.ts';

/** In points, as PDF counts: 80 mm, and A4. */
const SLIP_WIDTH = 226.77;
const A4 = [595, 842];

describe.skipIf(browserIsMissing())("a member's money", () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 100_000, utc_offset_minutes: 180 });

  function open(path: string): Promise<DashboardPage> {
    return its.open(its.sacco.people.maker, { path });
  }

  async function entriesOf(member_id: string): Promise<{ status: string; amount_minor: number }[]> {
    return must(await its.sacco.maker.get(`/api/v1/sacco/members/${member_id}/entries`)).body.entries;
  }

  test('a deposit whose answer is lost is booked once, and the page says that it checks', async () => {
    const id = await newMember(its.sacco);
    const { page, complaints, close } = await open(`/members/${id}`);
    let tries = 0;
    let is_reachable = false;
    await page.route('**/deposits', async (route) => {
      tries += 1;
      // It was carried out, and the answer did not get through.
      if (tries === 1) await route.fetch();
      await (is_reachable ? route.continue() : route.abort('connectionreset'));
    });
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1,500');
    await page.getByRole('button', { name: 'Deposit 1,500.00 KES' }).click();
    await page.getByText('Not confirmed yet. Checking…').waitFor();
    expect(await page.getByRole('button', { name: 'Being booked…' }).isDisabled()).toBe(true);
    expect(await page.getByText('Deposited').count()).toBe(0);
    is_reachable = true;
    await page.getByRole('status').filter({ hasText: 'Deposited 1,500.00 KES' }).waitFor();
    expect(tries).toBeGreaterThan(1);
    expect(await entriesOf(id)).toMatchObject([{ status: 'posted', amount_minor: 150_000 }]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Savings' }).locator('data[value="150000"]').waitFor();
    expect(complaints.filter((each) => !each.includes('/deposits'))).toEqual([]);
    await close();
  });

  test('a double click books once; the next opening is another movement', async () => {
    const id = await newMember(its.sacco);
    const { page, complaints, close } = await open(`/members/${id}`);
    for (const count of [1, 2]) {
      await page.getByRole('button', { name: 'Deposit' }).click();
      await page.getByRole('textbox', { name: 'Amount' }).fill('20');
      await page.getByRole('button', { name: 'Deposit 20.00 KES' }).dblclick();
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await entriesOf(id)).toHaveLength(count);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('what is too much is said to have failed; the amount is corrected and waits for approval', async () => {
    const id = await newSaver(its.sacco, 500_000);
    const { page, complaints, close } = await open(`/members/${id}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await page.getByRole('button', { name: 'Withdraw', exact: true }).last().click();
    await page.getByText('Enter an amount').waitFor();
    await amount.fill('1,50');
    await page.getByText('Only digits, like 1500 or 1500.50').waitFor();
    expect(await entriesOf(id)).toHaveLength(1);
    // More than there is: what is short is said while typing, and nothing is sent.
    await amount.fill('5000.01');
    await page.getByRole('alert').filter({ hasText: '0.01 KES more than is available' }).waitFor();
    expect(await page.getByText('After this').count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw 5,000.01 KES' }).click();
    await page.getByRole('alert').filter({ hasText: '0.01 KES more than is available' }).waitFor();
    await expectGoodPage(page);
    expect(await entriesOf(id)).toHaveLength(1);
    // Somebody else has paid it out since the page was read: the API says so.
    must(await its.sacco.admin.put('/api/v1/sacco/settings', { withdrawal_approval_minor: null }));
    const body = moving(450_000);
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${id}/withdrawals`, body));
    await amount.fill('2000');
    await page.getByRole('button', { name: 'Withdraw 2,000.00 KES' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: "Not booked: The member's available savings are not enough" })
      .waitFor();
    await expectGoodPage(page);
    expect(await entriesOf(id)).toMatchObject([
      { status: 'failed', amount_minor: 200_000 },
      { status: 'posted', amount_minor: 450_000 },
      { status: 'posted', amount_minor: 500_000 },
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a withdrawal that needs a second person says so while the amount is typed, and after that', async () => {
    await moveToNoon(its.sacco.project);
    must(await its.sacco.admin.put('/api/v1/sacco/settings', { withdrawal_approval_minor: 100_000 }));
    const id = await newSaver(its.sacco, 500_000);
    const { page, complaints, close } = await open(`/members/${id}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    const needs_second = page.getByText('A second person decides on this: it will wait for approval.');
    await amount.fill('1000');
    await page.getByText('After this: 4,000.00 KES').waitFor();
    expect(await needs_second.count()).toBe(0);
    await amount.fill('1000.01');
    await needs_second.waitFor();
    await amount.fill('2000');
    await needs_second.waitFor();
    await page.getByText('After this: 3,000.00 KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Withdraw 2,000.00 KES' }).click();
    const outcome = page.getByRole('status').filter({ hasText: 'Waiting for approval: 2,000.00 KES' });
    await outcome.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('region', { name: 'Available' })
      .getByText('2,000.00 KES waiting for approval')
      .waitFor();
    // With what waits the next withdrawal is beyond the day's threshold, too.
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await amount.fill('1');
    await needs_second.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await entriesOf(id)).toMatchObject([
      { status: 'awaiting_approval', amount_minor: 200_000 },
      { status: 'posted', amount_minor: 500_000 },
    ]);
    await page.getByRole('table', { name: 'Timeline' }).getByRole('link', { name: 'View request' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('shares from savings, and a loan repaid from cash', async () => {
    const id = await newSaver(its.sacco, 1_000_000);
    const product_id = await newProduct(its.sacco);
    const loan = await lend(its.sacco, { product_id, member_id: id, amount_minor: 600_000 });
    const { page, complaints, close } = await open(`/members/${id}`);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await region('Loans').locator('data[value="600000"]').waitFor();
    await region('Savings').locator('data[value="1594000"]').waitFor();
    await region('Available').locator('data[value="1594000"]').waitFor();
    await page.getByRole('table', { name: 'Loans' }).getByText('6,000.00 KES').first().waitFor();
    await expectGoodPage(page);

    await page.getByRole('button', { name: 'Buy shares' }).click();
    await page.getByRole('radio', { name: 'Savings' }).check();
    await page.getByRole('textbox', { name: 'Amount' }).fill('200');
    await page.getByText('After this: 15,740.00 KES').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Buy shares 200.00 KES' }).click();
    await page.getByRole('status').filter({ hasText: 'Bought shares for 200.00 KES' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await region('Shares').locator('data[value="20000"]').waitFor();

    await page.getByRole('button', { name: 'Repay loan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Repay loan' });
    await dialog.getByRole('combobox', { name: 'Loan' }).selectOption(loan.id);
    await dialog.getByText('Pay-off amount').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('6000.01');
    await dialog.getByRole('button', { name: 'Repay 6,000.01 KES' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'more than what pays off the loan' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('6000');
    await dialog.getByText('After this: 0.00 KES').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Repay 6,000.00 KES' }).click();
    await dialog.getByRole('status').filter({ hasText: 'Repaid 6,000.00 KES' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await region('Loans').locator('data[value="0"]').waitFor();
    expect(await page.getByRole('button', { name: 'Repay loan' }).isDisabled()).toBe(true);
    expect(await held(its.sacco.project.key, id)).toEqual({ savings: 1_574_000, shares: 20_000 });
    expect(complaints).toEqual([]);
    await close();
  });

  test('the receipt: on the screen, on a slip of 80 mm, and none of what is not booked', async () => {
    const id = await newMember(its.sacco);
    const { page, complaints, close } = await open(`/members/${id}`);
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1500');
    await page.getByRole('textbox', { name: 'Memo (optional)' }).fill('Slip 77');
    await page.getByRole('button', { name: 'Deposit 1,500.00 KES' }).click();
    await page.getByRole('button', { name: 'Print receipt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    const slip = page.getByRole('article', { name: 'Receipt' });
    const [entry] = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}/entries`)).body.entries;
    for (const text of [
      'Test cooperative',
      name,
      'Deposit',
      '1,500.00 KES',
      'Test Person',
      'Slip 77',
      'Signature',
      'One thousand five hundred KES',
      entry.id.slice(-6),
      entry.id,
    ])
      await slip.getByText(text).first().waitFor();
    const after = slip.getByText('Savings after').locator('xpath=..');
    expect(await after.locator('data').getAttribute('value')).toBe('150000');
    await expectGoodPage(page);
    const [width] = await paperSize(page);
    expect(width).toBeCloseTo(SLIP_WIDTH, 0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });

    const waiting = must(
      await its.sacco.maker.post(`/api/v1/sacco/members/${id}/exit`, { idempotency_key: id, memo: 'moves' }),
    ).body;
    await page.goto(`/entries/${waiting.id}/receipt`);
    await page.getByText('Only a booked entry has a receipt').waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
    await page.goto('/entries/ent_00000000000000000000000000/receipt');
    await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('one key prints the receipt after a movement, and leads back to the search', async () => {
    const id = await newMember(its.sacco);
    const { page, complaints, close } = await open(`/members/${id}`);
    await page.evaluate(
      `window.print = () => { window.printed = location.pathname; window.dispatchEvent(new Event('afterprint')); }`,
    );
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('20');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Deposited 20.00 KES' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    expect(await page.evaluate('window.printed')).toMatch(/^\/entries\/ent_\w+\/receipt$/);
    await page.waitForFunction(`document.activeElement?.getAttribute('type') === 'search'`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the statement: on the screen, on A4, and as CSV', async () => {
    const id = await newSaver(its.sacco, 70_000);
    must(
      await its.sacco.maker.post(`/api/v1/sacco/members/${id}/shares`, moving(20_000, { from: 'savings' })),
    );
    const { page, complaints, close } = await open(`/members/${id}`);
    await page.getByRole('button', { name: 'Statement' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
    const savings = page.getByRole('table', { name: 'Savings' });
    const row = (name: string) => savings.getByRole('row').filter({ hasText: name });
    await row('Opening balance').locator('data[value="0"]').waitFor();
    await row('Deposit').locator('data[value="70000"]').first().waitFor();
    await row('Share purchase').locator('data[value="-20000"]').waitFor();
    await row('Closing balance').locator('data[value="50000"]').waitFor();
    await page.getByRole('table', { name: 'Shares' }).getByText('Closing balance').waitFor();
    await expectGoodPage(page);
    const [width, height] = await paperSize(page);
    expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual(A4);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^statement-M\d{5}-\d{4}-\d\d-01-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('account,date,entry_id,kind,description,amount,balance_after');
    expect(lines.filter((line) => line.startsWith('member_savings,'))).toHaveLength(4);
    expect(lines.at(-1)).toMatch(/^member_shares,.*Closing balance,,200\.00$/);

    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/from=2020-01-01&to=2020-01-31$/);
    await row('Closing balance').locator('data[value="0"]').waitFor();
    expect(await savings.getByRole('row').count()).toBe(3);
    await page.getByLabel('To', { exact: true }).fill('2019-01-31');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Must not be before').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
