import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '../../core/csv.ts';

test('plain cells are joined as they are, every line with its end', () => {
  const plain = fc.stringMatching(/^[A-Za-z0-9 _.:/é]*$/);
  fc.assert(
    fc.property(fc.array(fc.array(plain, { minLength: 2, maxLength: 5 })), (lines) => {
      expect(toCsv(lines)).toBe(lines.map((cells) => `${cells.join(',')}\r\n`).join(''));
    }),
  );
});

test.each([
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('%j is quoted', (cell, written) => {
  expect(toCsv([['x', cell]])).toBe(`x,${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['+251911234567', "'+251911234567"],
  ['-cmd', "'-cmd"],
  ['-12.00-1', "'-12.00-1"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1', "'＝1"],
])('%j is no formula', (cell, written) => {
  expect(toCsv([['x', cell]])).toBe(`x,${written}\r\n`);
});

test.each(['-12.00', '12.00', '0', '-7', '1=1', 'a+b', '', ' '])('%j stays as it is', (cell) => {
  expect(toCsv([['x', cell]])).toBe(`x,${cell}\r\n`);
});
