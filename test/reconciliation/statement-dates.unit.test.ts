/** Every way of writing a date: read as the day that is meant, or refused. */
import { describe, expect, test } from 'vitest';
import { dateReader } from '../../domain/reconciliation/parsing/date.rules.ts';

describe('the forms of the specification, with and without a time', () => {
  const read = dateReader(undefined, 0);
  const forms = ['2026-09-02', '02/09/2026', '02-09-2026', '2026/09/02', '02.09.2026'];
  const times = [
    '',
    ' 14:03',
    ' 14:03:11',
    'T14:03:11',
    ' 14:03:11.123',
    ' 14:03:11,123456',
    ' 9:15',
    ' 08:17 AM',
    ' 08:17PM',
    ' 8:17 p.m.',
    ', 8:17:22 am',
    '  23:59:59',
    '\u00A008:17\u202FPM',
    ' 00:00:00',
    ' 14:17 PM',
    'T14:03:11Z',
    'T14:03:11+00:00',
    ' 14:03 +0000',
  ];
  test.each(forms.flatMap((form) => times.map((time) => form + time)))('%j', (cell) => {
    expect(read(cell)).toBe('2026-09-02');
  });

  test.each(['2024-02-29', '29/02/2024', '31.12.2026', '0001-01-01', '9999-12-31', '  2026-09-02  '])(
    '%j exists',
    (cell) => {
      expect(read(cell)).not.toBeNull();
    },
  );

  test.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '29/02/2026',
    '09/22/2026',
    '2026-09-31',
    '2100-02-29',
    '0000-01-01',
    '2026.09.02',
    '2026-9-2',
    '2/9/2026',
    '02/09/26',
    '02/09-2026',
    '02 09 2026',
    '20260902',
    '2026-09-02x',
    'x2026-09-02',
    '2026-09-02 24:00',
    '2026-09-02 12:60',
    '2026-09-02 12:00:60',
    '2026-09-02 12',
    '2026-09-02 +03:00',
    '2026-09-0212:00',
    '2026-09-02 12:00 +15:00',
    '2026-09-02 12:00 EAT',
    '2026-09-02\n2026-09-03',
    '2 Sep 2026',
    '٢٠٢٦-٠٩-٠٢',
    '2026-09-02'.repeat(1000),
    `2026-09-02${' '.repeat(100_000)}12:00`,
  ])('%j is no date', (cell) => {
    expect(read(cell)).toBeNull();
  });
});

describe('a form of its own', () => {
  test.each([
    ['DD-MM-YY hh:mm A', '01-05-25 08:17 AM', '2025-05-01'],
    ['DD-MM-YY hh:mm A', '01-05-25 11:45 pm', '2025-05-01'],
    ['DD MMM YYYY', '02 Sep 2026', '2026-09-02'],
    ['DD MMM YYYY', '02 SEP 2026', '2026-09-02'],
    ['DD MMM YYYY', '02  sep 2026 14:03', '2026-09-02'],
    ['DD-MMM-YY', '31-Dec-26', '2026-12-31'],
    ['MMM DD, YYYY', 'Jan 05, 2026', '2026-01-05'],
    ['MM/DD/YYYY', '09/22/2026', '2026-09-22'],
    ['MM/DD/YYYY', '09/22/2026 11:10 PM', '2026-09-22'],
    ['MM/DD/YYYY HH:mm:ss', '09/22/2026 14:03:11', '2026-09-22'],
    ['YYYYMMDDHHmmss', '20260902140311', '2026-09-02'],
    ['YYYYMMDD', '20260902', '2026-09-02'],
    ['YYYY-MM-DDTHH:mm:ss', '2026-09-02T14:03:11.5', '2026-09-02'],
    ['HH:mm DD.MM.YYYY', '14:03 02.09.2026', '2026-09-02'],
    ['(DD|MM|YYYY)', '(02|09|2026)', '2026-09-02'],
    ['DD*MM+YYYY?', '02*09+2026?', '2026-09-02'],
  ])('%s reads %j', (date_format, cell, date) => {
    expect(dateReader(date_format, 0)(cell)).toBe(date);
  });

  test.each([
    ['DD/MM/YYYY', '2026-09-02'],
    ['DD.MM.YYYY', '02-09-2026'],
    ['MM/DD/YYYY', '22/09/2026'],
    ['DD MMM YYYY', '02 Sept 2026'],
    ['DD MMM YYYY', '02 Abc 2026'],
    ['DD MMM YYYY', '31 Sep 2026'],
    ['DD-MM-YY', '02-09-2026'],
    ['DD-MM-YY hh:mm A', '01-05-25'],
    ['DD-MM-YY hh:mm A', '01-05-25 08:17'],
    ['DD-MM-YY HH:mm', '01-05-25 25:17'],
    ['YYYY-MM-DD HH:mm', '2026-09-02 14:03 14:03'],
  ])('%s does not read %j', (date_format, cell) => {
    expect(dateReader(date_format, 0)(cell)).toBeNull();
  });
});

describe('a date that names its offset is the day of the statement', () => {
  test.each([
    ['2026-09-22T21:00:00Z', 180, '2026-09-23'],
    ['2026-09-22T20:59:59Z', 180, '2026-09-22'],
    ['2026-09-23 00:30:00+03:00', 0, '2026-09-22'],
    ['2026-09-23 00:30:00 +0300', 180, '2026-09-23'],
    ['2026-09-22T23:30-05:00', 0, '2026-09-23'],
    ['22/09/2026 09:30 PM Z', 180, '2026-09-23'],
    ['22/09/2026 12:30 AM Z', -60, '2026-09-21'],
    ['22/09/2026 12:30 PM Z', -60, '2026-09-22'],
    ['2026-12-31T23:00Z', 60, '2027-01-01'],
    // without one it is the day that stands there
    ['2026-09-22 23:59:59', 180, '2026-09-22'],
    ['2026-09-22', -600, '2026-09-22'],
  ])('%j at %i minutes east is %s', (cell, utc_offset_minutes, date) => {
    expect(dateReader(undefined, utc_offset_minutes)(cell)).toBe(date);
  });

  test('also in a form of its own', () => {
    expect(dateReader('DD MMM YYYY hh:mm A', 180)('22 Sep 2026 11:30 PM Z')).toBe('2026-09-23');
  });

  test('and never a day that no date can say', () => {
    expect(dateReader(undefined, 60)('9999-12-31T23:30Z')).toBeNull();
    expect(dateReader(undefined, -60)('0001-01-01T00:30Z')).toBeNull();
  });
});
