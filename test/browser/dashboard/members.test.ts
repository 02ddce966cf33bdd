/** Members: finding and joining them, and what their status lets happen. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  chooseRare,
  createSacco,
  customerBody,
  decide,
  expectGoodPage,
  held,
  must,
  newMember,
  newPhone,
  newSaver,
  type DashboardPage,
  type Sacco,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('members', () => {
  const its = saccoInBrowser({ entrance_fee_minor: 50_000 });

  function open(
    path: string,
    role: 'maker' | 'checker' = 'maker',
    at: Sacco = its.sacco,
  ): Promise<DashboardPage> {
    return its.open(at.people[role], { project_id: at.project.id, path });
  }

  async function customersNamed(full_name: string, at: Sacco = its.sacco): Promise<{ kyc_tier: number }[]> {
    return must(await at.maker.get(`/api/v1/customers?q=${encodeURIComponent(full_name)}`)).body.customers;
  }

  test('are searched and filtered, in the address too', async () => {
    const id = await newMember(its.sacco);
    const { full_name } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body;
    const suspended = await newMember(its.sacco);
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${suspended}/suspend`));
    const { page, complaints, close } = await open('/members?status=suspended');
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All');
    await page.getByRole('searchbox', { name: 'Find a member' }).fill(full_name.slice(-6));
    await page.waitForURL(`**/members?q=${full_name.slice(-6)}`);
    await rows.nth(1).getByRole('link', { name: full_name }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('searchbox', { name: 'Find a member' }).fill('nobody of that name');
    await page.getByText('Nothing found').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a new customer joins with the entrance fee, once, though the first answer is lost', async () => {
    const { page, complaints, close } = await open('/members');
    await page.getByRole('button', { name: 'Register a member' }).click();
    await page.getByRole('heading', { level: 1, name: 'Register a member' }).waitFor();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Find a customer, or enter a new one').waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Enter the full name').waitFor();
    await expectGoodPage(page);
    let tries = 0;
    await page.route('**/api/v1/customers', async (route) => {
      if (route.request().method() === 'POST' && (tries += 1) === 1) {
        await route.fetch();
        await route.abort('connectionreset');
      } else await route.continue();
    });
    await page.getByRole('textbox', { name: 'Full name' }).fill('Chausiku Wanjiru');
    await page.getByRole('textbox', { name: 'Phone' }).fill(newPhone());
    await page.getByRole('textbox', { name: 'Member number (optional)' }).fill('CW-1');
    await page.getByRole('checkbox', { name: 'Entrance fee paid in cash' }).check();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    // It is said for some seconds.
    await page.getByRole('status').filter({ hasText: 'Chausiku Wanjiru is member CW-1' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Chausiku Wanjiru' }).waitFor();
    await page.getByRole('table', { name: 'Timeline' }).getByText('Entrance fee').waitFor();
    expect(tries).toBe(1);
    expect(await customersNamed('Chausiku Wanjiru')).toMatchObject([{ kyc_tier: 1 }]);
    expect(complaints.filter((each) => !each.includes('/api/v1/customers'))).toEqual([]);
    await close();
  });

  test('a customer who is known joins; a number that is taken is said beside its field', async () => {
    const full_name = 'Daudi Mwangi';
    must(await its.sacco.maker.post('/api/v1/customers', customerBody({ full_name })));
    await newMember(its.sacco, { member_no: 'TAKEN' });
    const { page, complaints, close } = await open('/members/join');
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill('daudi');
    await expectGoodPage(page);
    await page
      .getByRole('listbox', { name: 'Customers found' })
      .getByRole('option', { name: full_name })
      .click();
    await page.getByRole('textbox', { name: 'Member number (optional)' }).fill('TAKEN');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Another member has this number').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Member number (optional)' }).fill('');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: full_name }).waitFor();
    await page.getByText('The entrance fee is not paid yet.').waitFor();
    expect(await customersNamed(full_name)).toMatchObject([{ kyc_tier: 1 }]);
    await page.getByRole('button', { name: 'Take the entrance fee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take the entrance fee' });
    await dialog.getByText(`${full_name} pays 500.00 KES in cash.`).waitFor();
    await dialog.getByText('added to the cash on hand and booked as fee income').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Take the entrance fee' }).dblclick();
    await page.getByRole('status').getByText('Took the entrance fee of 500.00 KES').waitFor();
    await page.getByText('The entrance fee is not paid yet.').waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Timeline' }).getByText('500.00 KES').waitFor();
    expect(await page.getByRole('button', { name: 'Take the entrance fee' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('where members need a higher tier, the page says what is missing', async () => {
    const strict = await createSacco(its.service, { min_kyc_tier: 2 });
    const { page, complaints, close } = await open('/members/join', 'maker', strict);
    await page.getByRole('button', { name: 'New customer' }).click();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Full name' }).fill('Esther Njeri');
    await page.getByRole('textbox', { name: 'Phone' }).fill(newPhone());
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const missing = page.getByRole('alert').filter({ hasText: 'Members need KYC tier 2' });
    await missing.getByText('An accepted identity document').waitFor();
    expect(await page.getByRole('button', { name: 'Register', exact: true }).isDisabled()).toBe(true);
    await expectGoodPage(page);
    await missing.getByRole('link', { name: 'Open the customer' }).click();
    await page.waitForURL('**/customers/cus_*');
    expect(await customersNamed('Esther Njeri', strict)).toMatchObject([{ kyc_tier: 0 }]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('suspending asks first; a suspended member is offered what comes in, until reactivated', async () => {
    const id = await newSaver(its.sacco, 70_000);
    const { page, complaints, close } = await open(`/members/${id}`, 'checker');
    const main = page.getByRole('main');
    const offered = async (): Promise<string[]> =>
      main.locator('.page-head').getByRole('button').allTextContents();
    const status = async (): Promise<string> =>
      must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}`)).body.status;
    await chooseRare(page, 'Suspend');
    const dialog = page.getByRole('dialog', { name: 'Suspend' });
    await dialog.getByRole('button', { name: 'Suspend' }).waitFor();
    await expectGoodPage(page);
    expect(await status()).toBe('active');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await offered()).toEqual([
      'Deposit',
      'Withdraw',
      'Buy shares',
      'Repay loan',
      'Take the entrance fee',
      'Apply for a loan',
      'Statement',
      'More',
    ]);
    await chooseRare(page, 'Suspend');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await main.getByText('Suspended', { exact: true }).waitFor();
    expect(await status()).toBe('suspended');
    expect(await offered()).toEqual([
      'Deposit',
      'Buy shares',
      'Repay loan',
      'Take the entrance fee',
      'Statement',
      'Reactivate',
    ]);
    await main.getByRole('button', { name: 'Buy shares' }).click();
    // Their savings pay for nothing.
    await page.getByRole('radio', { name: 'Bank' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    expect(await page.getByRole('radio', { name: 'Savings' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectGoodPage(page);
    await main.getByRole('button', { name: 'Reactivate' }).click();
    await main.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await status()).toBe('active');
    expect(complaints).toEqual([]);
    await close();
  });

  test('who leaves says why, waits for a second person, and is paid out', async () => {
    const id = await newSaver(its.sacco, 70_000);
    const { page, complaints, close } = await open(`/members/${id}`);
    const main = page.getByRole('main');
    await chooseRare(page, 'Exit');
    const dialog = page.getByRole('dialog', { name: 'Exit' });
    await dialog.getByText('700.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Exit' }).click();
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Moves to the coast');
    await dialog.getByRole('button', { name: 'Exit' }).click();
    await dialog.getByRole('link', { name: 'Waiting for approval' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await main.getByText('Exiting', { exact: true }).waitFor();
    expect(await main.locator('.page-head').getByRole('button').allTextContents()).toEqual(['Statement']);
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const [entry] = must(await its.sacco.maker.get(`/api/v1/sacco/members/${id}/entries`)).body.entries;
    must(await decide(its.sacco, entry.approval_id));
    await page.reload();
    await main.getByText('Exited', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Savings' }).locator('data[value="0"]').waitFor();
    expect(await main.locator('.page-head').getByRole('button').allTextContents()).toEqual(['Statement']);
    expect(await held(its.sacco.project.key, id)).toEqual({ savings: 0, shares: 0 });
    expect(complaints).toEqual([]);
    await close();
  });
});
