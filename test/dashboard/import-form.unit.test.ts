/** What the dashboard reads of a statement before it is sent, and the request that its form makes. */
import { describe, expect, test } from 'vitest';
import {
  firstRecords,
  likelyDelimiter,
  nameInHeader,
  valuesOf,
} from '../../dashboard/pages/reconciliation/import/csv.rules.ts';
import {
  EMPTY_FORM,
  filledByPreset,
  importRequest,
  missingIn,
} from '../../dashboard/pages/reconciliation/import/import-form.rules.ts';
import type { StatementPreset } from '../../dashboard/generated/wire.ts';
import { presentPreset } from '../../domain/reconciliation/imports/preset.presenter.ts';
import { PRESETS } from '../../domain/reconciliation/parsing/presets.ts';
import { withPreset } from '../../domain/reconciliation/parsing/with-preset.rules.ts';

describe('the first records', () => {
  test.each([
    [
      'a,b\n1,2\n',
      ',',
      0,
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1;2',
      ';',
      0,
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      ',',
      0,
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a, ""x""\nb",c\n', ',', 0, [['a, "x"\nb', 'c']]],
    ['Demo "SACCO\nx\r\na,b\n', ',', 2, [['a', 'b']]],
    ['\n\na\n', ',', 0, [['a']]],
    ['a\n', ',', 9, []],
    ['', ',', 0, []],
  ])('of %j', (csv, delimiter, skip_rows, records) => {
    expect(firstRecords(csv, delimiter, skip_rows, 10)).toEqual(records);
  });

  test('are no more than asked for', () => {
    expect(firstRecords('a\nb\nc\n', ',', 0, 2)).toEqual([['a'], ['b']]);
  });
});

test('the delimiter is the one that the first line has most of', () => {
  expect(likelyDelimiter('a;b;c,d\n')).toBe(';');
  expect(likelyDelimiter('a\tb\n')).toBe('\t');
  expect(likelyDelimiter('amount\n')).toBe(',');
});

test('a name is found in the header to the letter, else without regard to case and space', () => {
  expect(nameInHeader('Paid In', ['PAID IN', 'Paid In'])).toBe('Paid In');
  expect(nameInHeader('Paid In', [' paid  in '])).toBe(' paid  in ');
  expect(nameInHeader('Paid In', ['Paid'])).toBeUndefined();
});

test('values of a column are named once, and not too many', () => {
  expect(valuesOf([['x'], [' x '], [''], [], ['y'], ['z']], 0, 2)).toEqual(['x', 'y']);
});

describe('the request', () => {
  test('says what is missing', () => {
    expect(missingIn(EMPTY_FORM)).toEqual([
      'file',
      'provider',
      'currency',
      'period_start',
      'period_end',
      'amount',
    ]);
    const columns = { ...EMPTY_FORM.columns, credit: 'Paid In' };
    expect(missingIn({ ...EMPTY_FORM, columns })).not.toContain('amount');
  });

  test.each(PRESETS)('filled in by the preset $name is read as the preset is', (preset) => {
    const form = { ...EMPTY_FORM, ...filledByPreset(presentPreset(preset) as StatementPreset) };
    const { provider, currency, period_start, period_end, ...format } = importRequest(form);
    expect([provider, currency, period_start, period_end]).toEqual(['', '', '', '']);
    expect({
      decimal_separator: '.',
      delimiter: ',',
      amount_unit: 'major',
      skip_rows: 0,
      ...withPreset(preset, {}),
    }).toEqual(format);
  });

  test('has what was typed, one value on each line, and no preset any more', () => {
    const form = {
      ...EMPTY_FORM,
      ...filledByPreset(undefined),
      columns: { ...EMPTY_FORM.columns, amount: 'Sum', kind: 'What' },
      kinds: { ...EMPTY_FORM.kinds, payment: ' Paid in \n\nCredit*\n', fee: ' ' },
      reference_after: 'Acc. ',
      skip_rows: '3',
      file: { key: 'k', name: 'september.csv', csv: 'Sum\n' },
    };
    expect(importRequest(form)).toMatchObject({
      columns: { amount: 'Sum', kind: 'What' },
      kinds: { payment: ['Paid in', 'Credit*'] },
      reference_after: 'Acc. ',
      skip_rows: 3,
      source_name: 'september.csv',
    });
    expect(importRequest(form)).not.toHaveProperty('preset');
    expect(importRequest(form)).not.toHaveProperty('csv');
  });
});
