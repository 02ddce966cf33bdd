/** Customers in the browser: found, created, verified by a second person, frozen and closed, and their wallets. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  balanceOf,
  browserIsMissing,
  customerBody,
  expectGoodPage,
  loseNextAnswer,
  fund,
  must,
  newPhone,
  tieredCustomer,
  until,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('customers in the dashboard', () => {
  const its = saccoInBrowser();

  beforeAll(async () => {
    await fund(its.service, its.sacco.project, 10_000);
  });

  const open = (role: 'maker' | 'checker' | 'admin', path: string) =>
    its.open(its.sacco.people[role], { path });
  const get = async (path: string) => must(await its.sacco.project.key.get(path)).body;

  test('a customer is created, found by name and phone, changed, frozen and closed', async () => {
    const phone = newPhone();
    const { page, complaints, close } = await open('maker', '/customers');
    await page.getByText('Nothing here yet').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByRole('textbox', { name: 'Full name' }).fill('Amina Otieno');
    await dialog.getByRole('textbox', { name: 'Phone (optional)' }).fill('12');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Phone (optional)' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await expectGoodPage(page);
    await dialog.getByRole('textbox', { name: 'Phone (optional)' }).fill(phone);
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Amina Otieno' }).waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email (optional)' }).fill('amina@umoja.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('amina@umoja.example').first().waitFor();
    await page.getByRole('table', { name: 'Events' }).getByText('Email: – → amina@umoja.example').waitFor();

    must(await its.sacco.project.key.post('/api/v1/customers', customerBody({ full_name: 'Juma Kipchoge' })));
    await page.getByRole('link', { name: 'Customers' }).last().click();
    const table = page.getByRole('table', { name: 'Customers' });
    await table.getByRole('link', { name: 'Juma Kipchoge' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill(phone.slice(-9));
    await page.waitForURL((url) => url.searchParams.get('q') === phone.slice(-9));
    await table.getByRole('link', { name: 'Juma Kipchoge' }).waitFor({ state: 'detached' });
    expect(await table.getByRole('link').count()).toBe(1);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Frozen');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
    await table.getByRole('link', { name: 'Amina Otieno' }).click();

    await page.getByRole('button', { name: 'Freeze' }).click();
    const asked = page.getByRole('dialog', { name: 'Freeze Amina Otieno?' });
    await expectGoodPage(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('button:focus', { hasText: 'Freeze' }).waitFor();
    expect(await page.getByRole('button', { name: 'Unfreeze' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await asked.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Unfreeze' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).click();
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const closing = page.getByRole('dialog', { name: 'Close Amina Otieno?' });
    await closing.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Closed', { exact: true }).first().waitFor();
    await until(
      'nothing can be done any more',
      async () => (await page.getByRole('button', { name: 'Edit' }).count()) === 0,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test('a document is accepted by a second person, and the tier approved; its number is shown for half a minute', async () => {
    const { id } = must(
      await its.sacco.project.key.post('/api/v1/customers', customerBody({ full_name: 'Zainab Hassan' })),
    ).body;
    const maker = await open('maker', `/customers/${id}`);
    const documents = maker.page.getByRole('table', { name: 'Documents' });
    await maker.page.getByRole('button', { name: 'Add document' }).click();
    const adding = maker.page.getByRole('dialog', { name: 'Add document' });
    await adding.getByRole('button', { name: 'Add document' }).click();
    await adding.getByText('Enter a number').waitFor();
    await expectGoodPage(maker.page);
    await adding.getByRole('textbox', { name: 'Number' }).fill('29384756');
    await adding.getByRole('button', { name: 'Add document' }).click();
    await documents.getByText('•••• 4756').waitFor();
    await documents.getByText('Pending').waitFor();
    expect(maker.complaints).toEqual([]);
    await maker.close();

    const { page, complaints, close } = await open('checker', `/customers/${id}`);
    const table = page.getByRole('table', { name: 'Documents' });
    const requirements = page.getByRole('table', { name: 'Requirements' });
    await requirements
      .getByText(/identity document/i)
      .first()
      .waitFor();
    await expectGoodPage(page);
    // Rejecting needs a note; it is not sent without.
    await table.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Say why').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await table.getByRole('button', { name: 'Accept' }).click();
    await expectGoodPage(page);
    const reviewed = await loseNextAnswer(page, 'POST', '/review');
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('status').getByText('Accepted: National ID').waitFor();
    expect(reviewed()).toBe(2);
    await table.getByText('Accepted').waitFor();
    await requirements.getByRole('button', { name: 'Approve tier 2' }).click();
    await expectGoodPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve tier 2' }).dblclick();
    await page.getByText('Tier 2', { exact: true }).first().waitFor();
    await until('the tier is approved', async () => (await get(`/api/v1/customers/${id}`)).kyc_tier === 2);

    // Time stands where the test puts it, so that half a minute passes at once.
    await page.clock.install();
    await table.getByRole('button', { name: 'Reveal number' }).click();
    const asked = page.getByRole('dialog', { name: 'Reveal the number of National ID?' });
    await asked.getByText('This is recorded with your name').waitFor();
    await expectGoodPage(page);
    await asked.getByRole('button', { name: 'Reveal number' }).click();
    await table.getByText('29384756').waitFor();
    await page.getByRole('table', { name: 'Events' }).getByText('Document number revealed').waitFor();
    await page.clock.runFor(31_000);
    await table.getByText('•••• 4756').waitFor();
    expect(await page.getByText('29384756').count()).toBe(0);

    const revealed = (await get(`/api/v1/customers/${id}/events`)).events.filter(
      ({ type }: { type: string }) => type === 'document.number_revealed',
    );
    expect(revealed.map(({ actor }: { actor: { id: string } }) => actor.id)).toEqual([
      its.sacco.people.checker.id,
    ]);
    const audit = must(
      await its.sacco.project.owner.client.get(
        `/api/projects/${its.sacco.project.id}/audit-log?environment=test`,
      ),
    ).body.audit_log;
    const [document] = (await get(`/api/v1/customers/${id}/documents`)).documents;
    expect(
      audit.some(
        ({ action, subject }: { action: string; subject: string }) =>
          action === 'document.number_revealed' && subject === document.id,
      ),
    ).toBe(true);

    await page.getByRole('button', { name: 'Reject verification' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('The photo is not hers');
    await expectGoodPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject verification' }).click();
    await page.getByText('Rejected', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a wallet is opened, filled and emptied; a lost answer and a double click move money once', async () => {
    const id = await tieredCustomer(its.sacco.project);
    const { page, complaints, close } = await open('maker', `/customers/${id}`);
    const wallets = page.getByRole('table', { name: 'Wallets' });
    await page.getByRole('button', { name: 'Open wallet' }).click();
    await expectGoodPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Open wallet' }).click();
    await wallets.getByText('0.00 KES').first().waitFor();

    await wallets.getByRole('button', { name: 'Deposit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.500,00');
    await dialog.getByRole('button', { name: 'Deposit' }).click();
    await dialog.getByText('Only digits, like 1500 or 1500.50').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,500');
    await dialog.getByText('After this: 1,500.00 KES').waitFor();
    await expectGoodPage(page);
    let sent = 0;
    await page.route('**/wallets/deposit', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      // The service carries it out, and the answer is lost.
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Deposit 1,500.00 KES' }).dblclick();
    await dialog.getByRole('status').getByText('Deposited 1,500.00 KES').waitFor();
    expect(sent).toBe(2);
    expect(await balanceOf(its.sacco.project, id)).toBe(150_000);
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await wallets.getByRole('button', { name: 'Withdraw' }).click();
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
    await withdrawal.getByRole('textbox', { name: 'Amount' }).fill('2000');
    await withdrawal.getByRole('button', { name: 'Withdraw 2,000.00 KES' }).click();
    await withdrawal.getByRole('alert').waitFor();
    expect(await balanceOf(its.sacco.project, id)).toBe(150_000);
    await withdrawal.getByRole('textbox', { name: 'Amount' }).fill('500.50');
    await withdrawal.getByRole('button', { name: 'Withdraw 500.50 KES' }).click();
    await withdrawal.getByRole('status').getByText('Withdrew 500.50 KES').waitFor();
    expect(await balanceOf(its.sacco.project, id)).toBe(99_950);
    await withdrawal.getByRole('button', { name: 'Done' }).click();
    await wallets.getByText('999.50 KES').first().waitFor();
    expect(complaints.filter((each) => !each.includes('/wallets/deposit'))).toEqual([]);
    await close();
  });
});
