/** Several requests are decided in one go, each by a decision of its own; and what was approved can be undone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  held,
  moving,
  must,
  newSaver,
  PATIENCE_MS,
  screenshot,
  saccoInBrowser,
} from '../../harness/index.ts';

describe.skipIf(browserIsMissing())('approvals decided together', () => {
  const its = saccoInBrowser({ withdrawal_approval_minor: 10_000 });

  const open = (more: Parameters<typeof its.open>[1] = {}) =>
    its.open(its.sacco.people.checker, { path: '/approvals', ...more });

  /** A request of the maker's to count cash in. @returns its id */
  async function cash(memo: string, amount_minor = 7_500, direction = 'in'): Promise<string> {
    const body = moving(amount_minor, { direction, memo });
    return must(await its.sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body.approval_id;
  }

  async function withdrawal(member: string, amount_minor: number, memo: string): Promise<string> {
    const path = `/api/v1/sacco/members/${member}/withdrawals`;
    return must(await its.sacco.maker.post(path, moving(amount_minor, { memo }))).body.approval_id;
  }

  async function nameOf(member: string): Promise<string> {
    return must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.full_name;
  }

  async function statusOf(id: string): Promise<string> {
    return must(await its.sacco.maker.get(`/api/v1/approvals/${id}`)).body.status;
  }

  /** What earlier tests left waiting is of no interest. */
  async function rejectAllWaiting(): Promise<void> {
    const { approvals } = must(await its.sacco.admin.get('/api/v1/approvals?status=pending')).body;
    for (const { id } of approvals)
      must(await its.sacco.admin.post(`/api/v1/approvals/${id}/reject`, { note: 'of another test' }));
  }

  const queue = (page: Page): Locator => page.getByRole('region', { name: 'Queue' });
  const box = (page: Page, about: string): Locator => page.getByRole('checkbox', { name: new RegExp(about) });
  const article = (page: Page, about: string): Locator =>
    page.getByRole('article', { name: new RegExp(about) });
  const rowOf = (dialog: Locator, about: string): Locator =>
    dialog.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: about });
  const together = (page: Page): Locator => page.getByRole('button', { name: 'Decide together' });

  const expectFocus = (page: Page, on: RegExp): Promise<void> =>
    expect
      .poll(() => page.evaluate('document.activeElement.querySelector("h2")?.textContent ?? ""'), {
        timeout: PATIENCE_MS,
      })
      .toMatch(on);

  test('all of a kind are approved with one dialog; what somebody else decided meanwhile says so', async () => {
    await rejectAllWaiting();
    const member = await newSaver(its.sacco, 100_000);
    await withdrawal(member, 20_000, 'of another kind');
    const [one, two, three] = [await cash('one'), await cash('two'), await cash('three')];
    const impossible = await cash('far too much', 90_000_000, 'out');
    const { page, complaints, close } = await open();
    await queue(page).getByRole('button', { name: 'Cash over or short' }).nth(1).click();
    await expectFocus(page, /three/);
    await screenshot(page, 'approvals-queue');

    await box(page, ', one').check();
    expect(await box(page, 'Withdrawal').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'All of this kind' }).click();
    await page.getByText('Cash over or short: 4 chosen').waitFor();
    await expectGoodPage(page);
    await together(page).click();
    const dialog = page.getByRole('dialog', { name: 'Cash over or short: 3 requests' });
    await dialog.getByText('Total of 3 requests: 225.00 KES').waitFor();
    const left_out = dialog.getByRole('note').filter({ hasText: '1 request is left out' });
    await left_out.getByText(/far too much.*Cannot be carried out: The tills hold less cash/).waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'approvals-batch');

    must(await its.sacco.admin.post(`/api/v1/approvals/${two}/reject`, { note: 'Counted wrongly' }));
    const sent: string[] = [];
    page.on('request', (each) => {
      if (each.url().endsWith('/approve')) sent.push(new URL(each.url()).pathname.split('/')[4] ?? '');
    });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Counted twice');
    await dialog.getByRole('button', { name: 'Approve all' }).dblclick();
    await dialog.getByRole('status').getByText('Approved 2 of 3').waitFor();
    await rowOf(dialog, ', one').getByText('Posted').waitFor();
    await rowOf(dialog, ', three').getByText('Posted').waitFor();
    await rowOf(dialog, ', two').getByText('Decided meanwhile: Rejected by').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'approvals-batch-done');
    expect(sent).toEqual([three, two, one]);
    expect(must(await its.sacco.maker.get(`/api/v1/approvals/${one}`)).body).toMatchObject({
      status: 'approved',
      note: 'Counted twice',
    });
    expect(await statusOf(impossible)).toBe('pending');

    await dialog.getByRole('button', { name: 'Done' }).click();
    await article(page, ', one').waitFor({ state: 'detached' });
    await expectFocus(page, /far too much|Withdrawal/);
    expect(await page.getByRole('article').count()).toBe(2);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a lost answer decides once, and a line that cannot be booked says why, while the others go on', async () => {
    await rejectAllWaiting();
    const [anna, ben] = [await newSaver(its.sacco, 100_000), await newSaver(its.sacco, 100_000)];
    const last = await withdrawal(ben, 30_000, 'rent');
    const second = await withdrawal(anna, 70_000, 'again');
    const first = await withdrawal(anna, 70_000, 'school');
    const { page, close } = await open();
    let sent = 0;
    let is_reachable = false;
    await page.route(`**/approvals/${first}/approve`, async (route) => {
      sent += 1;
      if (sent === 1) await route.fetch();
      return is_reachable ? route.continue() : route.abort();
    });
    await box(page, '700.00 KES').first().check();
    await page.getByRole('button', { name: 'All of this kind' }).click();
    await together(page).click();
    const dialog = page.getByRole('dialog', { name: 'Withdrawal: 3 requests' });
    await rowOf(dialog, 'school')
      .getByText(await nameOf(anna))
      .waitFor();
    await rowOf(dialog, 'rent')
      .getByText(await nameOf(ben))
      .waitFor();
    await rowOf(dialog, 'rent').locator('data[value="30000"]').waitFor();
    await dialog.getByText('Total of 3 requests: 1,700.00 KES').waitFor();
    await dialog.getByRole('button', { name: 'Approve all' }).click();
    await rowOf(dialog, 'school').getByText('Not confirmed yet. Checking…').waitFor();
    await rowOf(dialog, 'rent').getByText('Not sent yet').waitFor();
    expect(await dialog.getByText(/Approved|Posted/).count()).toBe(0);
    expect([await statusOf(second), await statusOf(last)]).toEqual(['pending', 'pending']);
    is_reachable = true;
    await dialog.getByRole('status').getByText('Approved 3 of 3').waitFor();
    await dialog.getByRole('status').getByText('1 of them could not be booked').waitFor();
    await rowOf(dialog, 'school').getByText('Posted').waitFor();
    await rowOf(dialog, 'again').getByText('Not booked:').waitFor();
    await rowOf(dialog, 'rent').getByText('Posted').waitFor();
    expect(await dialog.getByText('Decided meanwhile').count()).toBe(0);
    expect([await held(its.sacco.maker, anna), await held(its.sacco.maker, ben)]).toMatchObject([
      { savings: 30_000 },
      { savings: 70_000 },
    ]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing here yet').waitFor();
    await close();
  });

  test('by the keyboard alone: rejecting needs a note, and stopping leaves the rest as it is', async () => {
    await rejectAllWaiting();
    const [third, second, first] = [await cash('third'), await cash('second'), await cash('first')];
    const { page, close } = await open();
    let is_reachable = false;
    await page.route(`**/approvals/${second}/reject`, (route) =>
      is_reachable ? route.continue() : route.abort(),
    );
    await article(page, 'first').waitFor();
    for (const about of [/first/, /second/, /third/]) {
      await page.keyboard.press('j');
      await expectFocus(page, about);
      await page.keyboard.press('x');
    }
    await page.getByText('Cash over or short: 3 chosen').waitFor();
    await page.keyboard.press('Shift+X');
    const dialog = page.getByRole('dialog', { name: 'Cash over or short: 3 requests' });
    await dialog.getByRole('textbox', { name: 'Note' }).waitFor();
    const tabTo = async (name: string): Promise<void> => {
      const isThere = (): Promise<unknown> => page.evaluate('document.activeElement.textContent');
      for (let tabs = 0; tabs < 9 && (await isThere()) !== name; tabs += 1) await page.keyboard.press('Tab');
      expect(await isThere()).toBe(name);
    };
    await tabTo('Reject all');
    await page.keyboard.press('Enter');
    await dialog.getByText('Say why').waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Count again');
    await tabTo('Reject all');
    await page.keyboard.press('Enter');
    await rowOf(dialog, 'second').getByText('Not confirmed yet. Checking…').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Stop after this one' }).click();
    is_reachable = true;
    await dialog.getByRole('status').getByText('Rejected 2 of 3').waitFor();
    await rowOf(dialog, 'third').getByText('Not sent: it waits as before').waitFor();
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      'rejected',
      'rejected',
      'pending',
    ]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page, /third/);
    await page.getByText('Cash over or short: 1 chosen').waitFor();
    await close();
  });

  test('with a phone there is one column, and the boxes are in the requests', async () => {
    await rejectAllWaiting();
    const [two, one] = [await cash('on the phone, two'), await cash('on the phone, one')];
    const { page, complaints, close } = await open({ is_phone: true, language: 'sw' });
    await article(page, ', one').waitFor();
    expect(await page.getByRole('region', { name: 'Foleni' }).count()).toBe(0);
    await box(page, ', one').check();
    await box(page, ', two').check();
    await page.getByRole('button', { name: 'Amua kwa pamoja' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Jumla ya maombi 2: 150.00 KES').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'approvals-batch-phone');
    await dialog.getByRole('button', { name: 'Idhinisha yote' }).click();
    await dialog.getByText('Yameidhinishwa 2 kati ya 2').waitFor();
    expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'approved']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('whoever asked, and whoever does not decide, has nothing to choose', async () => {
    await rejectAllWaiting();
    await cash('of the maker');
    const { page, close } = await its.open(its.sacco.people.maker, { path: '/approvals' });
    await article(page, 'of the maker').getByText('You asked for this').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await close();
  });

  test('what was approved is undone by a request of its own, where it can be reversed', async () => {
    await rejectAllWaiting();
    const member = await newSaver(its.sacco, 200_000);
    const name = await nameOf(member);
    const approved = await withdrawal(member, 150_000, 'taken twice');
    const rejected = await withdrawal(member, 20_000, 'never mind');
    must(await its.sacco.admin.post(`/api/v1/approvals/${approved}/approve`, {}));
    must(await its.sacco.admin.post(`/api/v1/approvals/${rejected}/reject`, { note: 'no' }));
    const { page, complaints, close } = await open({ path: '/approvals?tab=decided' });
    await article(page, name).first().waitFor();
    const request = page.locator(`article[data-approval="${approved}"]`);
    await request.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo' });
    await dialog
      .getByText(`Asks to reverse the withdrawal of 1,500.00 KES of ${name}.`, { exact: false })
      .waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'approvals-undo');
    await dialog.getByRole('textbox', { name: 'Memo' }).fill('Paid twice');
    await dialog.getByRole('button', { name: 'Reverse 1,500.00 KES' }).dblclick();
    await dialog.getByRole('status').getByRole('link', { name: 'Waiting for approval' }).waitFor();
    expect((await held(its.sacco.maker, member))['savings']).toBe(50_000);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(
      await page
        .locator(`article[data-approval="${rejected}"]`)
        .getByRole('button', { name: 'Undo' })
        .count(),
    ).toBe(0);

    const { approvals } = must(await its.sacco.admin.get('/api/v1/approvals?status=pending')).body;
    expect(approvals).toMatchObject([{ kind: 'reversal', memo: 'Paid twice', amount_minor: 150_000 }]);
    must(await its.sacco.admin.post(`/api/v1/approvals/${approvals[0].id}/approve`, {}));
    expect((await held(its.sacco.maker, member))['savings']).toBe(200_000);
    await page.reload();
    await request.getByRole('link', { name: 'See the reversal' }).waitFor();
    expect(await request.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    const reversal = page.locator(`article[data-approval="${approvals[0].id}"]`);
    await reversal.getByText('Approved', { exact: true }).waitFor();
    expect(await reversal.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('in Amharic the words are there', async () => {
    await rejectAllWaiting();
    await cash('in Amharic');
    const { page, complaints, close } = await open({ language: 'am' });
    await page.getByRole('region', { name: 'ወረፋ' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'በአንድ ላይ ይወስኑ' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'ሁሉንም አጽድቅ' }).waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'approvals-batch-am');
    await dialog.getByRole('button', { name: 'ተው' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });
});
