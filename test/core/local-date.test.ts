import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, isLocalDate, localDateAt, startOfDay } from '../../core/local-date.ts';

const DAY_MS = 86_400_000;
const days = fc.integer({ min: -700_000, max: 2_900_000 });
/** 0053 to 9909, well inside what four digits can say. */
const dates = days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
/** From UTC-12 to UTC+14, in quarters of an hour. */
const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
const instants = fc.date({
  min: new Date('1950-01-01T00:00:00Z'),
  max: new Date('2190-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('counting days', () => {
  test('adding days and counting them are each other’s inverse', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -10_000, max: 10_000 }), (date, count) => {
        const other = addDays(date, count);
        expect(isLocalDate(other)).toBe(true);
        expect(daysBetween(date, other)).toBe(count);
        expect(daysBetween(other, date)).toBe(0 - count);
        expect(addDays(other, -count)).toBe(date);
      }),
    );
  });

  test('dates sort as text', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(Math.sign(daysBetween(a, b))).toBe(Number(a < b) - Number(a > b));
      }),
    );
  });

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 365, '2027-11-21'],
  ])('%s and %i days is %s', (date, count, expected) => {
    expect(addDays(date, count)).toBe(expected);
  });

  test('stops at the first and last date that four digits can say', () => {
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addDays('9999-12-01', 10_000)).toBe('9999-12-31');
    expect(addDays('0001-01-01', -1)).toBe('0001-01-01');
  });
});

describe('dates that exist', () => {
  test.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])(
    '%s does',
    (date) => {
      expect(isLocalDate(date)).toBe(true);
    },
  );

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    '2026-01-01 ',
    ' 2026-01-01',
    '2026-01-01\n',
    '+010000-01-01',
    '-000001-01-01',
    '٢٠٢٦-٠١-٠١',
    '',
  ])('%j does not', (text) => {
    expect(isLocalDate(text)).toBe(false);
  });
});

describe('places', () => {
  test('every instant lies within the local day that it is given', () => {
    fc.assert(
      fc.property(instants, offsets, (instant, offset) => {
        const date = localDateAt(instant, offset);
        const since_ms = instant.getTime() - startOfDay(date, offset).getTime();
        expect(since_ms).toBeGreaterThanOrEqual(0);
        expect(since_ms).toBeLessThan(DAY_MS);
      }),
    );
  });

  test('a day begins where the one before it ends', () => {
    fc.assert(
      fc.property(dates, offsets, (date, offset) => {
        const start = startOfDay(date, offset);
        expect(startOfDay(addDays(date, 1), offset).getTime() - start.getTime()).toBe(DAY_MS);
        expect(localDateAt(start, offset)).toBe(date);
        expect(localDateAt(new Date(start.getTime() - 1), offset)).toBe(addDays(date, -1));
      }),
    );
  });

  test('Nairobi is three hours ahead of UTC, Praia one behind', () => {
    const late = new Date('2026-11-21T21:30:00.000Z');
    expect(localDateAt(late)).toBe('2026-11-21');
    expect(localDateAt(late, 180)).toBe('2026-11-22');
    expect(startOfDay('2026-11-22', 180).toISOString()).toBe('2026-11-21T21:00:00.000Z');
    expect(localDateAt(new Date('2026-11-21T00:30:00.000Z'), -60)).toBe('2026-11-20');
    expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });
});
