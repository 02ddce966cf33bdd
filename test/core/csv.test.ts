import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyFields, nullableMoneyFields } from '../../core/common-schemas.ts';
import { csvOf, toCsv } from '../../core/csv.ts';
import { ExactNumber } from '../../core/json.ts';
import { money } from '../../core/money.ts';
import { arrayOf, dateTime, integer, majorUnits, object, resource, string } from '../../core/schema.ts';

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
  ['x;=1+1', '"x;=1+1"'],
  ['a\tb', '"a\tb"'],
  ['say "no";', '"say ""no"";"'],
  ['=1;2', `"'=1;2"`],
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
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', "'＝1"],
])('%j is no formula', (cell, written) => {
  expect(toCsv([['x', cell]])).toBe(`x,${written}\r\n`);
});

test.each(['-12.00', '12.00', '0', '-7', '1=1', 'a+b', '', ' '])('%j stays as it is', (cell) => {
  expect(toCsv([['x', cell]])).toBe(`x,${cell}\r\n`);
});

const line = object({
  member_no: string,
  phone: string.nullable(),
  days: integer,
  at: dateTime,
  ...moneyFields('amount'),
  ...nullableMoneyFields('fee'),
});

const at = new Date('2026-11-22T10:00:00Z');

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

test('resources are written by their fields: money as text, numbers bare, text never as a formula', async () => {
  const rows = [
    { member_no: '-7', phone: '+254712345678', days: -3, at, ...money('amount', -150050n), fee: null },
    { member_no: 'a,b', phone: 'x;=1+1', days: 0, at, ...money('amount', 1n), fee: null },
    { member_no: 'a,b', phone: null, days: 0, at, ...money('amount', 1n), ...money('fee', 5n) },
  ].map((row) => ({ fee_minor: null, ...row }));
  expect(await textOf(csvOf(line, rows))).toBe(
    [
      'member_no,phone,days,at,amount,fee',
      "'-7,'+254712345678,-3,2026-11-22T10:00:00.000Z,-1500.50,",
      '"a,b","x;=1+1",0,2026-11-22T10:00:00.000Z,0.01,',
      '"a,b",,0,2026-11-22T10:00:00.000Z,0.01,0.05',
      '',
    ].join('\r\n'),
  );
});

test('without rows there is the header', async () => {
  expect(await textOf(csvOf(line, []))).toBe('member_no,phone,days,at,amount,fee\r\n');
});

test('rows are read as they are sent, and no further than they are', async () => {
  let read = 0;
  async function* rows(): AsyncGenerator<{ no: number }> {
    for (let no = 1; no <= 10_000; no++) {
      read = no;
      yield await Promise.resolve({ no });
    }
  }
  const chunks = csvOf(object({ no: integer }), rows());
  expect((await chunks.next()).value).toMatch(/^no\r\n1\r\n2\r\n/);
  expect(read).toBeLessThan(1_000);
  await chunks.return();
  const all = await textOf(csvOf(object({ no: integer }), rows()));
  expect(all.trim().split('\r\n')).toHaveLength(10_001);
});

test('the fields of an object within are columns, also where it may be missing; a list is JSON', async () => {
  const person = resource('CsvPerson', 'Somebody', { no: string, ...moneyFields('savings') });
  const nested = object({
    id: string,
    member: person.nullable(),
    teller: person.describe('Who booked it').optional(),
    names: arrayOf(string),
    major: majorUnits,
  });
  const mary = { no: '=7', ...money('savings', 150n) };
  const rows = [
    { id: 'a', member: mary, names: ['=x', 'y'], major: new ExactNumber(-15050n) },
    { id: 'b', member: null, teller: mary, names: [], major: new ExactNumber(2n ** 60n) },
  ];
  expect(await textOf(csvOf(nested, rows))).toBe(
    [
      'id,member.no,member.savings,teller.no,teller.savings,names,major',
      `a,'=7,1.50,,,"[""=x"",""y""]",-150.5`,
      `b,,,'=7,1.50,[],11529215046068469.76`,
      '',
    ].join('\r\n'),
  );
});
