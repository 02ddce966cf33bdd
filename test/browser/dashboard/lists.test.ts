/** What all lists have: filters as chips, order, totals, all rows as CSV, columns that can be hidden, pages that come by scrolling. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserIsMissing,
  expectGoodPage,
  moving,
  must,
  newMember,
  paymentBody,
  PHONE,
  saccoInBrowser,
  WORDS,
  type DashboardPage,
} from '../../harness/index.ts';

/** More than a page of the list. */
const MEMBERS = 53;

describe.skipIf(browserIsMissing())('lists', () => {
  const its = saccoInBrowser();
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (let made = 0; made < MEMBERS; made++) ids.push(await newMember(its.sacco));
    for (const id of ids.slice(0, 2)) must(await its.sacco.maker.post(`/api/v1/sacco/members/${id}/suspend`));
  });

  function open(path: string, more: object = {}): Promise<DashboardPage> {
    return its.open(its.sacco.people.maker, { path, ...more });
  }

  const rowsOf = (page: Page, name: string) =>
    page.getByRole('table', { name }).locator('tbody').getByRole('row');

  /** The rows of the file behind the button, without its header. */
  async function downloaded(page: Page, button: string): Promise<Record<string, string>[]> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
    return parse<Record<string, string>>(await readFile(await file.path(), 'utf8'), { columns: true });
  }

  test('a filter is a chip that removes it, and the CSV has all rows of what is filtered', async () => {
    const { page, complaints, close } = await open('/members?status=suspended&q=M');
    await page.getByText('2 rows in all').waitFor();
    const chips = page.getByRole('group', { name: 'Filters' });
    await chips.getByRole('button', { name: 'Remove the filter Status: Suspended' }).waitFor();
    await expectGoodPage(page);
    const suspended = await downloaded(page, 'CSV: Members');
    expect(suspended.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(suspended[0]).toMatchObject({ status: 'suspended', savings: '0.00' });
    await chips.getByRole('button', { name: 'Remove all filters' }).click();
    await page.waitForURL('**/members');
    await page.getByText('50 rows shown').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Find a member' }).inputValue()).toBe('');
    expect(await chips.count()).toBe(0);
    const all = await downloaded(page, 'CSV: Members');
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(complaints).toEqual([]);
    await close();
  });

  test('one of several filters goes, and the others stay', async () => {
    const { page, complaints, close } = await open('/members?status=suspended&q=nobody');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Find a member: nobody' }).click();
    await page.waitForURL('**/members?status=suspended');
    await page.getByText('2 rows in all').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the next page comes by scrolling, and by the button where scripts do not scroll', async () => {
    const { page, complaints, close } = await open('/members');
    await page.getByText('50 rows shown').waitFor();
    expect(await rowsOf(page, 'Members').count()).toBe(50);
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    await page.getByText(`${MEMBERS} rows in all`).waitFor();
    expect(await rowsOf(page, 'Members').count()).toBe(MEMBERS);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('columns that are hidden are so in the address, and the next time', async () => {
    const { page, complaints, close } = await open('/members?status=suspended');
    const headers = () => page.getByRole('columnheader').allTextContents();
    await rowsOf(page, 'Members').nth(1).waitFor();
    expect(await headers()).toEqual(['Number', 'Name', 'Phone', 'Savings', 'Shares', 'Status']);
    await page.getByRole('button', { name: 'Columns: Members' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns: Members' });
    await columns.getByRole('checkbox', { name: 'Phone' }).uncheck();
    expect(await columns.getByRole('checkbox', { name: 'Name' }).isDisabled()).toBe(true);
    await columns.getByRole('checkbox', { name: 'Shares' }).uncheck();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await columns.waitFor({ state: 'detached' });
    expect(await headers()).toEqual(['Number', 'Name', 'Savings', 'Status']);
    expect(new URL(page.url()).searchParams.get('hidden')).toBe('phone,shares');
    expect(new URL(page.url()).searchParams.get('status')).toBe('suspended');

    await page.goto('/members');
    await rowsOf(page, 'Members').nth(1).waitFor();
    expect(await headers()).toEqual(['Number', 'Name', 'Savings', 'Status']);
    await page.waitForURL('**/members?hidden=phone%2Cshares');
    await page.getByRole('button', { name: 'Columns: Members' }).click();
    for (const name of ['Phone', 'Shares']) await columns.getByRole('checkbox', { name }).check();
    await page.waitForURL('**/members');
    expect(await headers()).toHaveLength(6);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the head of a column sorts, which the address and the CSV keep', async () => {
    const { page, complaints, close } = await open('/members?status=suspended');
    const [older = '', newer = ''] = ids;
    const head = (name: string) => page.getByRole('columnheader', { name });
    const press = (name: string) => head(name).getByRole('button', { name }).click();
    /** The rows in their order. */
    const shows = async (...expected: string[]): Promise<void> => {
      for (const [n, id] of expected.entries())
        await rowsOf(page, 'Members').nth(n).locator(`a[href="/members/${id}"]`).waitFor();
    };
    await shows(newer, older);
    expect(await head('Number').getAttribute('aria-sort')).toBe('none');
    await press('Number');
    await page.waitForURL('**/members?status=suspended&sort=member_no');
    await shows(older, newer);
    expect(await head('Number').getAttribute('aria-sort')).toBe('ascending');
    await expectGoodPage(page);
    expect((await downloaded(page, 'CSV: Members')).map(({ id }) => id)).toEqual([older, newer]);
    await page.reload();
    await shows(older, newer);
    await page.locator(`a[href="/members/${older}"]`).click();
    await page.waitForURL(`**/members/${older}`);
    await page.goBack();
    await shows(older, newer);
    await press('Number');
    await page.waitForURL('**/members?status=suspended&sort=-member_no');
    await shows(newer, older);
    expect(await head('Number').getAttribute('aria-sort')).toBe('descending');
    await press('Name');
    await page.waitForURL('**/members?status=suspended&sort=full_name');
    expect(await head('Number').getAttribute('aria-sort')).toBe('none');

    // What a search finds has an order of its own.
    await page.goto('/members?status=suspended&sort=member_no&q=M');
    await shows(newer, older);
    expect(await head('Number').getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the foot of a list says what all of the filter comes to', async () => {
    const { key } = its.sacco.project;
    for (const amount of [1_000, 200.5, 30])
      must(await key.post('/api/v1/payments', paymentBody({ amount, provider: 'manual' })));
    const { page, complaints, close } = await open('/payments?provider=manual');
    await page.getByText('Total of 3 rows · Amount 1,230.50 KES').waitFor();
    await expectGoodPage(page);
    await page.goto('/members');
    await page.getByText(`Total of ${MEMBERS} rows`).waitFor();
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    await page.getByText(`${MEMBERS} rows in all`).waitFor();
    // The head of the list says the same by then.
    expect(await page.getByText('Total of').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a member's entries are CSV, too", async () => {
    const [member = ''] = ids.slice(-1);
    for (const amount_minor of [1_000, 2_000])
      must(await its.sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(amount_minor)));
    const { page, complaints, close } = await open(`/members/${member}?kind=movement`);
    await rowsOf(page, 'Entries').nth(1).waitFor();
    await page.getByText('2 rows in all').waitFor();
    await expectGoodPage(page);
    const { entries } = must(await its.sacco.maker.get(`/api/v1/sacco/members/${member}/entries`)).body;
    const rows = await downloaded(page, 'CSV: Entries');
    expect(rows.map(({ id, kind, amount }) => ({ id, kind, amount }))).toEqual(
      entries.map(({ id, kind, amount }: Record<string, string>) => ({ id, kind, amount })),
    );
    expect(rows.map(({ amount }) => amount)).toEqual(['20.00', '10.00']);
    expect(rows[0]?.['member.id']).toBe(member);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['en', 'sw', 'am'] as const)('on a phone, in %s', async (language) => {
    const { page, complaints, close } = await open('/members?status=suspended', { is_phone: true, language });
    const words = WORDS[language].list;
    await page.getByRole('group', { name: words.filters }).getByRole('button').waitFor();
    await page.getByText(words.in_all_other.replace('{{count}}', '2')).waitFor();
    await page.setViewportSize(PHONE.viewport);
    await expectGoodPage(page);
    const sort = page.getByRole('combobox', { name: words.sort });
    await sort.selectOption('member_no');
    await page.waitForURL('**/members?status=suspended&sort=member_no');
    await page.locator(`tbody a[href="/members/${ids[0]}"]`).first().waitFor();
    await sort.selectOption('-created_at');
    await page.waitForURL('**/members?status=suspended');
    await page.getByRole('button', { name: words.columns }).tap();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await expectGoodPage(page);
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: words.filters }).getByRole('button').tap();
    await page.waitForURL('**/members');
    expect(complaints).toEqual([]);
    await close();
  });
});
