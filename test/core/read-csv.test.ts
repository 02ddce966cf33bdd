import { expect, test } from 'vitest';
import { readCsv } from '../../core/read-csv.ts';

function read(text: string, layout: { delimiter?: string; skip_lines?: number; max_records?: number } = {}) {
  return readCsv(text, { delimiter: ',', skip_lines: 0, max_records: 100, ...layout });
}

/** Line and cells of each record. */
function records(text: string, layout = {}) {
  return read(text, layout).records.map(({ line_no, cells }) => [line_no, ...cells]);
}

test.each(['\n', '\r\n', '\r'])(
  'records are numbered by their first line, with lines that end in %j',
  (end) => {
    const text = ['a,b', '', '"two', '', 'lines",1', '  ', 'x,"', '"', 'y,2'].join(end);
    expect(records(text)).toEqual([
      [1, 'a', 'b'],
      [3, 'two\n\nlines', '1'],
      [7, 'x', '\n'],
      [9, 'y', '2'],
    ]);
  },
);

test('line ends may be mixed', () => {
  expect(records('a\r\nb\nc\rd\r\n')).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    [4, 'd'],
  ]);
});

test.each([
  [0, [[1, 'Name "Demo', 'Ltd']]],
  [
    1,
    [
      [2, 'a', 'b'],
      [3, '1', '2'],
    ],
  ],
  [2, [[3, '1', '2']]],
  [3, []],
  [9, []],
])('%j lines before the first record are not read', (skip_lines, expected) => {
  const text = 'Name "Demo,Ltd\na,b\n1,2\n';
  if (skip_lines === 0) expect(read(text).fault).toMatchObject({ line_no: 1 });
  else expect(records(text, { skip_lines })).toEqual(expected);
});

test('a byte order mark is no part of the first cell', () => {
  expect(records('\uFEFFa,b\n')).toEqual([[1, 'a', 'b']]);
  expect(records('\uFEFF"a",b\n')).toEqual([[1, 'a', 'b']]);
  expect(records('\uFEFFpreamble\na,b\n', { skip_lines: 1 })).toEqual([[2, 'a', 'b']]);
});

test.each([',', ';', '|', '\t'])('cells are told apart by %j', (delimiter) => {
  const text = [`a${delimiter}b`, `"x${delimiter}y"${delimiter}`, delimiter, ''].join('\n');
  expect(records(text, { delimiter })).toEqual([
    [1, 'a', 'b'],
    [2, `x${delimiter}y`, ''],
    [3, '', ''],
  ]);
});

test('a line of tabs is a record of empty cells where tabs are delimiters, else blank', () => {
  expect(records('a\n\t\t\nb')).toEqual([
    [1, 'a'],
    [3, 'b'],
  ]);
  expect(records('a\n\t\t\nb', { delimiter: '\t' })).toEqual([
    [1, 'a'],
    [2, '', '', ''],
    [3, 'b'],
  ]);
});

test('space around quotes and around cells without quotes goes, space inside quotes stays', () => {
  expect(records(' a , "b" ,\u00A0c\u2009,"  d "\n')).toEqual([[1, 'a', 'b', 'c', '  d ']]);
});

test('a quote inside quotes is written twice', () => {
  expect(records('"say ""no""",""""\n')).toEqual([[1, 'say "no"', '"']]);
});

test.each([
  ['a,b\n1,2\n\n3,"4\n5,6\n', 4, /never closed/],
  ['a,b\r\n"x\r\ny",2\r\n3,"4" 5"\r\n', 4, /goes on after its closing quote/],
  ['a,b\n3,"4"5\n', 2, /goes on after its closing quote/],
  ['a,b\n1,2\n3,5" pipe\n4,"5"\n', 3, /does not begin with one/],
  ['"', 1, /never closed/],
  ['x"y"\n', 1, /does not begin with one/],
])('%j is no CSV from line %i on', (text, line_no, message) => {
  const { fault, records: before } = read(text);
  expect(fault).toEqual({ line_no, message: expect.stringMatching(message) as string });
  expect(before.every((record) => record.line_no < line_no)).toBe(true);
});

test('no more records are read than asked for; blank lines do not count', () => {
  const text = 'a\n\n\n\nb\n\nc\n';
  expect(read(text, { max_records: 3 })).toMatchObject({ more: false });
  expect(records(text, { max_records: 3 })).toHaveLength(3);
  expect(read(text, { max_records: 2 })).toMatchObject({ more: true });
  expect(records(text, { max_records: 2 })).toEqual([
    [1, 'a'],
    [5, 'b'],
  ]);
});

test.each([
  ['a,b\n1,2', true],
  ['a,b\n1,2\n', false],
  ['a,b\r1,2\r', false],
])('%j ends without a line end: %j', (text, unterminated) => {
  expect(read(text)).toMatchObject({ unterminated });
});

test.each(['', '\n', '\r\n\r\n', ' \n\t\n', '\uFEFF', '""\n'])('%j has no records', (text) => {
  expect(read(text)).toMatchObject({ records: [], fault: null, more: false });
});
