/** The day's work of each role on the demo, in a browser: keys and clicks are answered at once. */
import type { Page } from 'playwright-core';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { createDemo } from '../../commands/create-demo.ts';
import { fillDemo } from '../../domain/demo/fill-demo.ts';
import {
  browserIsMissing,
  inProject,
  Interactions,
  menuEntry,
  mostForBusyMachine,
  must,
  openBrowser,
  openDashboard,
  startService,
  type Client,
  type DashboardPage,
  type TestService,
} from '../harness/index.ts';

describe.skipIf(browserIsMissing())('a day on the demo', () => {
  let service: TestService;
  let project_id: string;
  let owner: Client;
  let checker: Client;
  const interactions = new Interactions();
  const opened: DashboardPage[] = [];

  beforeAll(async () => {
    service = await startService({ workers: ['dividend-payouts', 'bulk-movements', 'messages'] });
    const demo = await createDemo(service.ctx);
    if (!demo) throw new Error('there were users already');
    const signIn = async (person: { email: string; password: string }): Promise<Client> => {
      const { token } = must(await service.anyone.post('/api/auth/login', person)).body;
      return service.anyone.with({ authorization: `Bearer ${token}` });
    };
    [owner, checker] = await Promise.all([signIn(demo.owner), signIn(demo.checker)]);
    project_id = must(await owner.get('/api/auth/me')).body.projects[0].id;
    must(await inProject({ client: owner }, project_id, 'test').post(`/api/projects/${project_id}/demo`));
    await fillDemo(service.ctx, project_id, { members: 60, months: 8 });
  }, 300_000);
  afterAll(async () => {
    for (const { close } of opened) await close();
    await service.stop();
  });

  async function open(client: Client, path: string): Promise<Page> {
    const dashboard = await openDashboard(await openBrowser(), service, { client }, { project_id, path });
    opened.push(dashboard);
    await interactions.watch(dashboard.page);
    return dashboard.page;
  }

  const first = async (path: string, plural: string): Promise<Record<string, string>> =>
    must(await inProject({ client: owner }, project_id, 'test').get(`/api/v1/sacco/${path}`)).body[plural][0];

  async function teller(): Promise<void> {
    const { member_no = '' } = await first('members?status=active', 'members');
    const page = await open(owner, '/');
    await page.getByRole('searchbox', { name: 'Find a member' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(member_no);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const deposit = page.getByRole('button', { name: 'Deposit', exact: true }).first();
    await deposit.waitFor();
    await page.keyboard.press('d');
    await page.keyboard.type('1500');
    await page.keyboard.press('Enter');
    await page.getByText('Deposited 1,500.00').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('90000000');
    await page.getByText('more than is available').waitFor();
  }

  async function cashier(): Promise<void> {
    const page = await open(owner, '/treasury');
    await page.getByRole('button', { name: 'Count the cash' }).click();
    await page.getByRole('textbox', { name: '× 1000.00', exact: true }).pressSequentially('12');
    await page.getByRole('textbox', { name: '× 50.00', exact: true }).pressSequentially('3');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }

  async function decider(): Promise<void> {
    const page = await open(checker, '/approvals');
    for (let decided = 0; decided < 3; decided += 1) {
      const id = await page.getByRole('article').first().getAttribute('data-approval');
      // Another one may come first once the list is read again.
      const request = page.locator(`article[data-approval="${id}"]`);
      await request.getByRole('table').first().waitFor();
      const approve = request.getByRole('button', { name: 'Approve', exact: true });
      if (await approve.isEnabled()) {
        await approve.click();
        await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
      } else await request.getByRole('button', { name: 'Reject', exact: true }).click();
      await request.waitFor({ state: 'detached' });
    }
  }

  async function loanOfficer(): Promise<void> {
    const { id } = await first('loans?status=open', 'loans');
    const page = await open(owner, `/loans/${id}`);
    await page.getByRole('button', { name: 'Repay', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Pay off/ }).click();
    await dialog.getByText(/Principal/).waitFor();
  }

  async function accountant(): Promise<void> {
    const page = await open(owner, '/accounting/trial-balance');
    await page.getByRole('link', { name: 'Member savings' }).first().click();
    const lines = page.getByRole('table', { name: 'General ledger' });
    await lines.locator('a[href^="/members/"]').first().click();
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().waitFor();
  }

  async function manager(): Promise<void> {
    const page = await open(owner, '/');
    for (const name of ['Members', 'Loans', 'Payments', 'Approvals', 'Desk']) {
      await menuEntry(page, name).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('m00');
    await page
      .getByText(/Deposit for/)
      .first()
      .waitFor();
  }

  test('p95 of an interaction', { timeout: 600_000 }, async () => {
    for (const role of [teller, cashier, decider, loanOfficer, accountant, manager]) await role();
    const figures = await interactions.figures();
    process.stdout.write(`a day on the demo: ${JSON.stringify(figures)}\n`);
    expect(figures.count).toBeGreaterThan(40);
    expect(figures.p95_ms).toBeLessThan(mostForBusyMachine(figures));
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});
