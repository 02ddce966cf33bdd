import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchTerms, searchWords } from '../../domain/customers/search/search.rules.ts';

const BOOK = { project_id: 'prj_1', environment: 'test' } as const;
type Customer = Parameters<typeof searchWords>[1];
const NOBODY: Customer = { full_name: 'x', phone: null, email: null, external_ref: null };

/** What PostgreSQL does with the terms: each a word's beginning, or several of them in brackets. */
function finds(q: string, customer: Partial<Customer>, book: object = BOOK): boolean {
  const words = searchWords(BOOK, { ...NOBODY, ...customer });
  const matches = (word: string): boolean => words.some((each) => each.startsWith(word.slice(1, -3)));
  const terms = searchTerms({ ...BOOK, ...book }, q);
  return (
    terms.length > 0 &&
    terms.every((term) => {
      if (!term.startsWith('(')) return matches(term);
      return term
        .slice(1, -1)
        .split(' | ')
        .some((choice) => (choice.match(/'[^']+':\*/g) ?? []).every(matches));
    })
  );
}

const letters = fc.string({
  unit: fc.constantFrom(...Array.from('abcdeéñßöşАбአበ٣7')),
  minLength: 1,
  maxLength: 12,
});
const names = fc.array(letters, { minLength: 1, maxLength: 4 });

describe('a customer is found', () => {
  test('by the beginnings of any words of the name, in any order and letter case', () => {
    const chosen = names.chain((words) =>
      fc.tuple(
        fc.constant(words),
        fc.shuffledSubarray(words, { minLength: 1 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(chosen, ([words, some, length, upper]) => {
        const typed = some.map((word) => Array.from(word).slice(0, length).join('')).join(' ');
        expect(finds(upper ? typed.toLocaleUpperCase('en') : typed, { full_name: words.join(' ') })).toBe(
          true,
        );
      }),
    );
  });

  test('by any part of what stands together, from a beginning within it on', () => {
    fc.assert(
      fc.property(names, fc.constantFrom('.', '-', '@', '/', "'"), fc.nat(), (words, mark, from) => {
        const typed = words.slice(from % words.length).join(mark);
        expect(finds(typed, { external_ref: words.join(mark) })).toBe(true);
        expect(finds(typed, { email: words.join(mark) })).toBe(true);
      }),
    );
  });

  test('by the last digits of the phone, by its first, and by every spelling of the whole', () => {
    const phones = fc.integer({ min: 700_000_000, max: 799_999_999 }).map((local) => `+254${local}`);
    fc.assert(
      fc.property(phones, fc.integer({ min: 1, max: 12 }), (phone, length) => {
        const local = phone.slice(4);
        const [a, b, c] = [local.slice(0, 3), local.slice(3, 6), local.slice(6)];
        for (const typed of [
          phone,
          phone.slice(1),
          `00${phone.slice(1)}`,
          `+254 ${a} ${b} ${c}`,
          `+254 (0) ${a} ${b} ${c}`,
          `0${local}`,
          `0${a} ${b}-${c}`,
          `(0${a}) ${b} ${c}`,
          local,
          phone.slice(-length),
          phone.slice(0, length + 1).replace(/^\+$/, '+2'),
          `0${local.slice(0, length)}`,
        ])
          expect(finds(typed, { phone }), typed).toBe(true);
      }),
    );
  });
});

test('another project or environment finds nothing', () => {
  expect(finds('abebe', { full_name: 'Abebe' })).toBe(true);
  expect(finds('abebe', { full_name: 'Abebe' }, { project_id: 'prj_2' })).toBe(false);
  expect(finds('abebe', { full_name: 'Abebe' }, { environment: 'live' })).toBe(false);
});

test('whatever is typed, terms and words are what PostgreSQL reads', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
      const term = String.raw`'[\w-]{10}#?[\p{L}\p{N}]+':\*`;
      for (const each of searchTerms(BOOK, typed)) {
        expect(each).toMatch(
          new RegExp(String.raw`^(${term}|\((\(${term}( & ${term})*\) \| )?${term}( \| ${term})*\))$`, 'u'),
        );
      }
      for (const word of searchWords(BOOK, { ...NOBODY, full_name: typed })) {
        expect(word).not.toMatch(/\p{Surrogate}/u);
        expect(Buffer.byteLength(word)).toBeLessThan(2_000);
      }
    }),
  );
});
