/** Amounts while they are typed: their groups, and where the caret is. A bar stands for the caret. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../dashboard/money/money.rules.ts';
import { groupAmount, typeAmount } from '../../dashboard/money/typing.rules.ts';

interface Field {
  text: string;
  caret: number;
}

const fieldOf = (marked: string): Field => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const marked = ({ text, caret }: Field): string => `${text.slice(0, caret)}|${text.slice(caret)}`;

/** Puts text in at the caret. */
function insert({ text, caret }: Field, inserted: string): Field {
  const changed = text.slice(0, caret) + inserted + text.slice(caret);
  return typeAmount({ before: text, text: changed, caret: caret + inserted.length, inserted });
}

function backspace({ text, caret }: Field): Field {
  if (caret === 0) return { text, caret };
  const changed = text.slice(0, caret - 1) + text.slice(caret);
  return typeAmount({ before: text, text: changed, caret: caret - 1, inserted: '' });
}

function deleteNext({ text, caret }: Field): Field {
  if (caret === text.length) return { text, caret };
  const changed = text.slice(0, caret) + text.slice(caret + 1);
  return typeAmount({ before: text, text: changed, caret, inserted: '', is_forward: true });
}

/** Replaces the whole text, as pasting over it does. */
const paste = (before: string, text: string): string =>
  typeAmount({ before, text, caret: text.length, inserted: text }).text;

const typeAll = (keys: string): Field => Array.from(keys).reduce<Field>(insert, { text: '', caret: 0 });

describe('typing an amount', () => {
  test.each([
    ['1', '1|'],
    ['1234', '1,234|'],
    ['1234567.50', '1,234,567.50|'],
    ['1,234,567.50', '1,234,567.50|'],
    ['1 234', '1,234|'],
    ['0.5', '0.5|'],
    ['0500', '0500|'],
    ['1.2345', '1.2345|'],
  ])('%s', (keys, shown) => {
    expect(marked(typeAll(keys))).toBe(shown);
  });

  test.each([
    ['|234', '1', '1|,234'],
    ['1,2|34', '9', '12,9|34'],
    ['123|,456', '9', '1,239|,456'],
    ['1,234|.50', '5', '12,345|.50'],
    ['1,234.5|0', '.', '1,234.5.|0'],
    ['12|,345', '.', '12.|345'],
  ])('%s and then %s', (before, key, shown) => {
    expect(marked(insert(fieldOf(before), key))).toBe(shown);
  });

  test.each([
    ['1,234|', '123|'],
    ['1,2|34', '1|34'],
    ['1,|234', '|234'],
    ['1,234,|567', '123|,567'],
    ['1,234.|50', '123,4|50'],
    ['1|', '|'],
  ])('%s and then Backspace', (before, shown) => {
    expect(marked(backspace(fieldOf(before)))).toBe(shown);
  });

  test.each([
    ['1|,234', '1|34'],
    ['|1,234', '|234'],
    ['1,234|,567', '123,4|67'],
  ])('%s and then Delete', (before, shown) => {
    expect(marked(deleteNext(fieldOf(before)))).toBe(shown);
  });
});

describe('pasting an amount', () => {
  test.each([
    ['1234.5', '1,234.5'],
    ['1,234.5', '1,234.5'],
    [' 1 234 567.50 ', '1,234,567.50'],
    ['12500', '12,500'],
  ])('%j', (text, shown) => {
    expect(paste('', text)).toBe(shown);
    expect(paste('9,876', text)).toBe(shown);
  });

  test.each(['1,50', '1.500,00', '12,34,567', 'KES 5', '-5'])('%j is left as it is, and refused', (text) => {
    expect(paste('', text)).toBe(text);
    expect(paste('1,234', text)).toBe(text);
    expect(parseAmount(text)).toBe('digits');
    expect(typeAll(text).text).toBe(text);
  });
});

test('what is put in unseen counts as a whole', () => {
  expect(typeAmount({ before: '1,234', text: '1,50', caret: 4, inserted: null }).text).toBe('1,50');
  expect(typeAmount({ before: '1,234', text: '1250', caret: 4, inserted: null }).text).toBe('1,250');
});

test('whatever is typed where, the digits are those of a field without groups, and what is shown stays', () => {
  const keys = fc.array(
    fc.oneof(
      fc.record({ key: fc.constantFrom(...'0123456789.'.split('')), at: fc.nat(20) }),
      fc.record({ key: fc.constant('Backspace'), at: fc.nat(20) }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(keys, (pressed) => {
      let shown: Field = { text: '', caret: 0 };
      let plain = '';
      for (const { key, at } of pressed) {
        const caret = Math.min(at, shown.text.length);
        const place = shown.text.slice(0, caret).replaceAll(',', '').length;
        const field = { text: shown.text, caret };
        shown = key === 'Backspace' ? backspace(field) : insert(field, key);
        if (key !== 'Backspace') plain = plain.slice(0, place) + key + plain.slice(place);
        else if (place > 0) plain = plain.slice(0, place - 1) + plain.slice(place);
        expect(shown.text.replaceAll(',', '')).toBe(plain);
        expect(groupAmount(shown.text)).toBe(shown.text);
        expect(parseAmount(shown.text)).toEqual(parseAmount(plain));
      }
    }),
  );
});
