/** Tills in the dashboard: a manager creates one, a teller opens and closes a session there, a checker confirms and counts. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  decide,
  downloaded,
  expectGoodPage,
  holdAnswers,
  moving,
  must,
  newMember,
  pdfText,
  saccoInBrowser,
  screenshot,
} from '../../harness/index.ts';

const V1 = '/api/v1/sacco';

describe.skipIf(browserIsMissing())('tills in the dashboard', () => {
  const its = saccoInBrowser();

  beforeAll(async () => {
    const counted = moving(100_000, { direction: 'in', memo: 'first cash' });
    must(
      await decide(
        its.sacco,
        must(await its.sacco.maker.post(`${V1}/cash-adjustments`, counted)).body.approval_id,
      ),
    );
  });

  test('a manager turns them on and creates one', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.admin, { path: '/tills' });
    await page.getByText('the cooperative does not use tills').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Turn tills on' }).click();
    await page.getByRole('combobox', { name: 'Tills' }).selectOption('on');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.goto(`${new URL(page.url()).origin}/tills`);
    await page.getByRole('button', { name: 'New till' }).click();
    const dialog = page.getByRole('dialog', { name: 'New till' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Give the till a name').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Counter 1');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table', { name: 'Tills' }).getByText('Counter 1').first().waitFor();
    await expectGoodPage(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a teller opens a session, counts and closes it, and a checker confirms and counts by surprise', async () => {
    const { page, complaints, close } = await its.open(its.sacco.people.maker, { path: '/tills' });
    await page.getByRole('table', { name: 'Tills' }).getByText('Counter 1').first().waitFor();
    // The form chooses a till: it opens once they have been read.
    const showTills = await holdAnswers(page, /\/sacco\/tills$/);
    await page.reload();
    const open = page.getByRole('button', { name: 'Open a session' });
    await open.waitFor();
    expect(await open.isDisabled()).toBe(true);
    showTills();
    await open.click();
    const opening = page.getByRole('dialog', { name: 'Open a session' });
    await opening.getByRole('textbox', { name: 'Amount' }).fill('300');
    await opening.getByRole('button', { name: 'Open with 300.00 KES' }).click();
    await opening.getByRole('link', { name: 'The float waits for a checker' }).waitFor();
    await opening.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Waiting for its float').first().waitFor();
    const [asked] = must(await its.sacco.maker.get('/api/v1/approvals?status=pending')).body.approvals;

    const checker = await its.open(its.sacco.people.checker, { path: '/approvals' });
    const request = checker.page.getByRole('article', { name: /Float of 300.00 KES/ });
    await request.getByText('Counter 1').first().waitFor();
    await expectGoodPage(checker.page);
    must(await decide(its.sacco, asked.id));

    const member = await newMember(its.sacco);
    must(await its.sacco.maker.post(`${V1}/members/${member}/deposits`, moving(5_000)));
    await page.reload();
    await page.getByRole('link', { name: 'See the session' }).first().click();
    await page.getByRole('table', { name: 'Movements' }).getByText('Deposit').waitFor();
    await expectGoodPage(page);
    await screenshot(page, 'till-session');

    await checker.page.goto(page.url());
    await checker.page.getByRole('button', { name: 'Surprise count' }).click();
    const surprise = checker.page.getByRole('dialog', { name: 'Surprise count' });
    await surprise.getByRole('textbox', { name: '× 200.00' }).fill('1');
    await surprise.getByRole('textbox', { name: '× 50.00' }).fill('3');
    await surprise.getByRole('button', { name: 'Record 350.00 KES' }).click();
    await surprise.getByText('Difference: 0.00 KES').waitFor();
    await surprise.getByRole('button', { name: 'Done' }).click();
    await checker.page.getByRole('table', { name: 'Surprise counts' }).waitFor();
    await checker.close();

    await page.getByRole('button', { name: 'Count and close' }).click();
    const closing = page.getByRole('dialog', { name: 'Count and close' });
    await closing.getByRole('textbox', { name: '× 100.00' }).fill('x');
    await closing.getByRole('button', { name: 'Close with 0.00 KES' }).click();
    await closing.getByText('Enter a whole number').first().waitFor();
    await closing.getByRole('textbox', { name: '× 100.00' }).fill('3');
    await closing.getByRole('textbox', { name: '× 40.00' }).fill('1');
    await closing.getByRole('button', { name: 'Close with 340.00 KES' }).click();
    // The memo is needed only where the count differs.
    await closing.getByText('Must say why the count differs').first().waitFor();
    await expectGoodPage(page);
    await closing.getByRole('textbox', { name: 'Memo' }).fill('A note is missing');
    await closing.getByRole('button', { name: 'Close with 340.00 KES' }).click();
    await closing.getByText('Difference: −10.00 KES').waitFor();
    await closing.getByRole('button', { name: 'Done' }).click();
    await page.getByText('A request of this session waits for approval').waitFor();
    for (let confirmed = 0; confirmed < 2; confirmed++) {
      const [next] = must(await its.sacco.maker.get('/api/v1/approvals?status=pending')).body.approvals;
      must(await decide(its.sacco, next.id));
    }
    await page.reload();
    await page.getByText('Closed').first().waitFor();
    const day_sheet = await downloaded(page, 'Day sheet');
    expect(day_sheet.name).toMatch(/^day-sheet-Counter 1-.*\.pdf$/);
    expect(pdfText(day_sheet.bytes)).toContain('A note is missing');
    expect(complaints.filter((each) => !each.includes('/close'))).toEqual([]);
    await page.goto(`${new URL(page.url()).origin}/accounting/balance-sheet`);
    const sheet = page.getByRole('table', { name: 'Balance sheet KES' });
    await sheet.getByRole('row').filter({ hasText: 'Vault' }).getByText('1,040.00 KES').waitFor();
    await expectGoodPage(page);
    await page.goto(`${new URL(page.url()).origin}/treasury`);
    await page.getByRole('table', { name: 'Where the cash is' }).getByText('Vault').waitFor();
    await expectGoodPage(page);
    await close();
  });
});
