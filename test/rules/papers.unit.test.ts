/** Codes of papers, and that papers and dashboard call the same things by the same words. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_BYTES, codeOf, groupedCode, typedCode } from '../../domain/papers/code.rules.ts';
import { LANGUAGES, WORDS, type Words } from '../../domain/papers/index.ts';
import { localTime, percent, signed } from '../../domain/papers/texts.rules.ts';

describe('codes', () => {
  test('are read back however they are typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES }), (bytes) => {
        const code = codeOf(bytes);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
        const grouped = groupedCode(code);
        expect(grouped).toMatch(/^.{4}-.{4}-.{4}$/);
        for (const typed of [
          code,
          grouped,
          grouped.toLowerCase(),
          ` ${code.replaceAll('0', 'o').replaceAll('1', 'I')} `,
        ])
          expect(typedCode(typed)).toBe(code);
      }),
    );
  });

  test.each(['', '7K2MQ4TX9ZB', '7K2MQ4TX9ZBCC', '7K2MQ4TX9ZBU', '7K2M_Q4TX9ZB', '፩፪፫፬፭፮፯፰፱፲፩፪'])(
    '%j is none',
    (typed) => expect(typedCode(typed)).toBeNull(),
  );
});

test('figures and times are written as on the screen', () => {
  expect([signed(150_000n), signed(-5n), signed(0n)]).toEqual(['+1,500.00', '-0.05', '0.00']);
  expect([percent(1_800), percent(1_250), percent(5)]).toEqual(['18%', '12.5%', '0.05%']);
  expect(localTime(new Date('2026-11-26T21:30:59Z'), 180)).toBe('2026-11-27 00:30');
});

interface Locale {
  [name: string]: string | Locale;
}

/** Group of the dashboard's texts → group of the papers'. */
const SHARED: [group: string, words: (words: Words) => Record<string, string>][] = [
  ['kind', ({ movements }) => movements],
  ['status', ({ statuses }) => statuses],
  ['loan_frequency', ({ frequencies }) => frequencies],
  ['loan_method', ({ methods }) => methods],
];

test.each(LANGUAGES)('in %s papers and dashboard have the same words', (language) => {
  const read = (name: string): Locale =>
    JSON.parse(
      readFileSync(new URL(`../../dashboard/locales/${name}.json`, import.meta.url), 'utf8'),
    ) as Locale;
  const locales = [read(language), read(`${language}.later`)];
  for (const [group, wordsOf] of SHARED)
    for (const [name, word] of Object.entries(wordsOf(WORDS[language]))) {
      const shown = locales.map((locale) => (locale[group] as Locale | undefined)?.[name]).find(Boolean);
      // English words that the dashboard reads off the name itself have no text.
      if (shown !== undefined) expect([name, word]).toEqual([name, shown]);
      else expect(language).toBe('en');
    }
});

test('every word is there in each language', () => {
  const namesOf = (words: object): string[] =>
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'object' ? namesOf(value as object).map((inner) => `${name}.${inner}`) : [name],
    );
  for (const language of LANGUAGES) {
    expect(namesOf(WORDS[language]).toSorted()).toEqual(namesOf(WORDS.en).toSorted());
    expect(WORDS[language].page_of).toMatch(/\{page\}.*\{pages\}/);
  }
});
