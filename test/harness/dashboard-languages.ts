/** The dashboard in each of its languages, and files that are chosen in it. */
import type { Locator } from 'playwright-core';
import am from '../../dashboard/locales/am.later.json' with { type: 'json' };
import en from '../../dashboard/locales/en.later.json' with { type: 'json' };
import sw from '../../dashboard/locales/sw.later.json' with { type: 'json' };
import type { DashboardPage, SaccoInBrowser } from './dashboard.ts';
import type { Person } from './people.ts';

/** What pages say, by language. */
export const WORDS = { en, sw, am };

/** A page on a phone, in that language. */
export async function openIn(
  its: SaccoInBrowser,
  person: Pick<Person, 'client'>,
  { language, path }: { language: keyof typeof WORDS; path: string },
): Promise<DashboardPage> {
  const opened = await its.open(person, { is_phone: true });
  const { page } = opened;
  await page.evaluate(`localStorage.setItem('ushirika.language', ${JSON.stringify(language)})`);
  await page.goto(path);
  await page.locator(`html[lang=${language}]`).waitFor();
  return opened;
}

export async function chooseFile(field: Locator, text: string): Promise<void> {
  await field.setInputFiles({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
}
