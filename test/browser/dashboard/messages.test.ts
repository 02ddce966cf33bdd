/** Messages in the dashboard: the sender is set, a text is written, a member is told and opts out, and the outbox shows it. */
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  menuEntry,
  moving,
  must,
  newMember,
  saccoInBrowser,
  sendAll,
  setSender,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('messages in the dashboard', () => {
  const its = saccoInBrowser();

  test('an admin sets the sender and writes a text, and sees what a member gets', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin, {
      path: '/settings/messages',
    });
    const sms = page.getByRole('region', { name: 'SMS' });
    await sms.getByText('Nobody: turned off').waitFor();
    await expectGoodPage(page);
    await sms.getByRole('button', { name: 'Set the sender of SMS' }).click();
    const sender = page.getByRole('dialog', { name: 'Set the sender of SMS' });
    await sender.getByRole('combobox', { name: 'Sender' }).selectOption('HTTP gateway');
    await sender.getByLabel('Signing secret').waitFor();
    await expectGoodPage(page);
    await sender.getByRole('combobox', { name: 'Sender' }).selectOption('Sandbox');
    await sender.getByLabel('Quiet from').fill('25:00');
    await sender.getByLabel('Quiet until').fill('06:30');
    await sender.getByRole('button', { name: 'Save' }).click();
    await sender.getByText('must be a local time').first().waitFor();
    await sender.getByLabel('Quiet from').fill('');
    await sender.getByLabel('Quiet until').fill('');
    await sender.getByRole('button', { name: 'Save' }).click();
    await sender.waitFor({ state: 'detached' });
    await sms.getByText('Sandbox').waitFor();

    await page.getByRole('button', { name: 'Edit: Deposit', exact: true }).click();
    const template = page.getByRole('dialog', { name: 'Deposit · English' });
    await template.getByLabel('Text', { exact: true }).fill('Dear {{nmae}}');
    await template.getByText('{{nmae}} is no variable of this template').waitFor();
    await template.getByLabel('Text', { exact: true }).fill('Dear {{name}}, {{amount}} arrived');
    await template.getByText('Dear Amina Wanjiru, KES 1,500.00 arrived').waitFor();
    await expectGoodPage(page);
    await template.getByRole('button', { name: 'Save' }).click();
    await template.waitFor({ state: 'detached' });

    const member = await newMember(its.sacco);
    must(await its.sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(120_000)));
    await sendAll(its.service, its.sacco);
    await menuEntry(page, 'Messages').click();
    const messages = page.getByRole('table', { name: 'Messages' });
    await messages.getByText('KES 1,200.00 arrived').waitFor();
    await messages.getByText('Delivered').waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'Outbox' }).click();
    await page.getByRole('table', { name: 'Outbox' }).getByText('KES 1,200.00 arrived').waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a member opts out on the page of the member', async () => {
    must(await setSender(its.sacco));
    const member = await newMember(its.sacco);
    const { page, close } = await its.open(its.sacco.people.maker, { path: `/members/${member}` });
    await page.getByRole('button', { name: 'Preferences' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preferences' });
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Kiswahili');
    await dialog.getByLabel('Gets messages by SMS').uncheck();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}/preferences`));
    expect(body).toMatchObject({ language: 'sw', sms: false, email: false });
    const deposits = `/api/v1/sacco/members/${member}/deposits`;
    const { id } = must(await its.sacco.maker.post(deposits, moving(100))).body;
    await page.reload();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Messages');
    await page.getByRole('table', { name: 'Messages' }).getByText('The member has opted out.').waitFor();
    await expectGoodPage(page);
    await page.goto(`/entries/${id}/receipt`);
    await page.getByText(/^Message by SMS to \+\d+: Not sent$/).waitFor();
    await expectGoodPage(page);
    await close();
  });
});
