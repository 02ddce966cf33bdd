/** What pages of the dashboard say in each language, files that are chosen in it, and requests about them. */
import type { Locator, Page } from 'playwright-core';
import am from '../../dashboard/locales/am.later.json' with { type: 'json' };
import en from '../../dashboard/locales/en.later.json' with { type: 'json' };
import sw from '../../dashboard/locales/sw.later.json' with { type: 'json' };
import { expectGoodPage } from './good-page.ts';

/** What pages say, by language. */
export const WORDS = { en, sw, am };

export async function chooseFile(field: Locator, text: string): Promise<void> {
  await field.setInputFiles({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
}

/** The request about a file is approved on the page of approvals, by touch. */
export async function approveOnPhone(page: Page, about: RegExp): Promise<void> {
  const request = page.getByRole('article', { name: about });
  await request.getByRole('table').waitFor();
  await request.locator('a[href*="/batches/"], a[href*="/imports/"]').waitFor();
  await expectGoodPage(page);
  await request.getByRole('button', { name: 'Approve' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(about).waitFor();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).tap();
  await page.getByRole('status').filter({ hasText: 'Approved by' }).waitFor();
  await request.waitFor({ state: 'detached' });
}
