/** Strict approvals: the owner is told that they are off, turns them on, and a second person sees what waits. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  must,
  registerPerson,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('strict approvals in the dashboard', () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 5_000 });

  test('are turned on by the owner, who is told in live that they are off', async () => {
    const { owner } = its.sacco.project;
    const { page, complaints, close } = await its.open(owner, { environment: 'live', path: '/customers' });
    const notice = page.getByRole('note').filter({ hasText: 'Strict approvals are off' });
    await notice.waitFor();
    await expectGoodPage(page);
    await notice.getByRole('link', { name: 'Turn them on' }).click();
    await page.getByRole('heading', { name: 'Strict approvals' }).waitFor();
    await expectGoodPage(page);
    await page.getByRole('switch', { name: 'Demand strict approvals' }).click({ force: true });
    await notice.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();

    const admin = await its.open(its.sacco.people.admin, { environment: 'live', path: '/settings/staff' });
    const shown = admin.page.getByRole('switch', { name: 'Demand strict approvals' });
    await shown.waitFor();
    expect([await shown.isChecked(), await shown.isDisabled()]).toEqual([true, true]);
    expect(await admin.page.getByText('Strict approvals are off').count()).toBe(0);
    await admin.close();
  });

  test('a role and a threshold wait, and the decider sees what they change', async () => {
    const { owner, id } = its.sacco.project;
    must(await owner.client.patch(`/api/projects/${id}`, { strict_approvals: true }));
    const person = await registerPerson(its.service.anyone);
    const { page, complaints, close } = await its.open(its.sacco.people.admin, { path: '/settings/staff' });
    await page.getByRole('button', { name: 'Add staff' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add staff' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Approver (checker)');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('waits for the approval of a second person').waitFor();
    await page.getByRole('tab', { name: 'Cooperative' }).click();
    await page.getByRole('textbox', { name: 'Approval above' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Waits for the approval of a second person', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();

    const decider = await its.open(its.sacco.people.checker, { path: '/approvals' });
    const role = decider.page.getByRole('article', { name: `Add ${person.email} as checker` });
    await role.getByRole('row', { name: 'Role None Approver (checker)' }).waitFor();
    const settings = decider.page.getByRole('article', { name: 'Change the settings of the SACCO' });
    await settings
      .getByRole('row', { name: /Withdrawals above this need approval .*50\.00.* None/ })
      .waitFor();
    await expectGoodPage(decider.page);
    await role.getByRole('button', { name: 'Approve' }).click();
    await decider.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await role.waitFor({ state: 'detached' });
    const { staff } = must(await owner.client.get(`/api/projects/${id}/staff`)).body;
    expect(staff).toContainEqual(expect.objectContaining({ email: person.email, role: 'checker' }));
    expect(decider.complaints).toEqual([]);
    await decider.close();
  });
});
