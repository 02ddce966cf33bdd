/** Dates and local times as they are typed and shown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDay, readMinute, writeDay, writeMinute } from '../../dashboard/forms/fields/date.rules.ts';

describe('a day', () => {
  test.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['31122026', '2026-12-31'],
    ['2026-11-27', '2026-11-27'],
    ['  27/11/2026 ', '2026-11-27'],
    ['29/02/2028', '2028-02-29'],
    ['', ''],
    ['   ', ''],
  ])('%j is %j', (typed, date) => {
    expect(readDay(typed)).toBe(date);
  });

  test.each([
    ['of no year', '27/11'],
    ['of two digits of the year', '27/11/26'],
    ['of a short month', '31/04/2026'],
    ['of a year that is no leap year', '29/02/2026'],
    ['of no leap year, as the API writes it', '2026-02-29'],
    ['before day 1', '00/01/2026'],
    ['of month 13', '01/13/2026'],
    ['with the month first', '12/31/2026'],
    ['with two marks', '27/11-2026'],
    ['of a year that was mistyped', '27/11/0206'],
    ['of a year before 1900', '1899-12-31'],
    ['with letters', '27 Nov 2026'],
    ['as the API does not write it', '2026-1-7'],
    ['with more behind it', '27/11/2026 x'],
    ['of too many digits', '027/11/2026'],
  ])('%s cannot be read: %s', (_why, typed) => {
    expect(readDay(typed)).toBeUndefined();
  });

  test('is read again from what is written', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const date = day.toISOString().slice(0, 10);
        expect(writeDay(date)).toMatch(/^\d\d\/\d\d\/\d{4}$/);
        expect(readDay(writeDay(date))).toBe(date);
      }),
    );
  });

  test('stays as it is where it is none', () => {
    for (const text of ['', 'cancelled', '2026-1-7']) expect(writeDay(text)).toBe(text);
  });
});

describe('a local time', () => {
  test.each([
    ['31/12/2026 14:30', '2026-12-31T14:30'],
    ['1/2/2026  7:05', '2026-02-01T07:05'],
    ['2020-01-01T12:00', '2020-01-01T12:00'],
    ['', ''],
  ])('%j is %j', (typed, local) => {
    expect(readMinute(typed)).toBe(local);
  });

  test.each([
    '31/12/2026',
    '31/12/2026 24:00',
    '31/12/2026 12:60',
    '31/04/2026 12:00',
    '12:00',
    '1/2/2026 1230',
  ])('%s cannot be read', (typed) => {
    expect(readMinute(typed)).toBeUndefined();
  });

  test('is written with the day first', () => {
    expect(writeMinute('2026-12-31T14:30')).toBe('31/12/2026 14:30');
    expect(writeMinute('')).toBe('');
  });
});
