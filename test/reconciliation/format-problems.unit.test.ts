/** What is wrong with a format is said before a statement is read. */
import { expect, test } from 'vitest';
import { formatProblems } from '../../domain/reconciliation/parsing/format-problems.rules.ts';
import type { StatementFormat } from '../../domain/reconciliation/parsing/statement.rules.ts';

const amount = 'Amount';

test.each<Partial<StatementFormat>>([
  {},
  { columns: { credit: 'In' } },
  { columns: { debit: 'Out' } },
  { columns: { credit: 'In', debit: 'Out' } },
  { utc_offset: '-14:00' },
  { utc_offset: '+05:45' },
  { status_column: 'Status', ok_statuses: ['Done'] },
  { kinds: { fee: ['Charge', 'charge '], payout: ['Charge*'] } },
  { columns: { amount, reference: 'Details' }, reference_after: 'Acc. ' },
  { date_format: 'YYYY-MM-DD' },
  { date_format: 'DD MMM YY HH:mm:ss' },
  { date_format: 'DD-MM-YY hh:mm A' },
  { date_format: 'YYYY-MM-DDTHH:mm' },
  { date_format: 'YYYYMMDDHHmmss' },
])('%j is in order', (format) => {
  expect(formatProblems({ columns: { amount }, ...format })).toEqual([]);
});

test.each<[Partial<StatementFormat>, string, RegExp]>([
  [{ columns: {} }, 'columns.amount', /^Name the column of amounts, or/],
  [{ columns: { date: 'Date' } }, 'columns.amount', /^Name the column of amounts, or/],
  [{ columns: { amount, credit: 'In' } }, 'columns.amount', /not both/],
  [{ columns: { amount, debit: 'Out' } }, 'columns.amount', /not both/],
  [{ kinds: { payment: ['Sale'], fee: ['SALE'] } }, 'kinds', /"sale" is listed under two kinds/],
  [{ utc_offset: '3' }, 'utc_offset', /\+03:00/],
  [{ utc_offset: '+14:01' }, 'utc_offset', /\+03:00/],
  [{ utc_offset: '+03:60' }, 'utc_offset', /\+03:00/],
  [{ status_column: 'Status' }, 'ok_statuses', /Name the statuses/],
  [{ status_column: 'Status', ok_statuses: [] }, 'ok_statuses', /Name the statuses/],
  [{ ok_statuses: ['Done'] }, 'status_column', /Name the column/],
  [{ reference_after: 'Acc.' }, 'columns.reference', /Name the column/],
  [{ date_format: 'DD/mm/YYYY' }, 'date_format', /month is missing/],
  [{ date_format: 'MM-YYYY' }, 'date_format', /day is missing/],
  [{ date_format: 'DD-MM' }, 'date_format', /year is missing/],
  [{ date_format: '' }, 'date_format', /year is missing/],
  [{ date_format: 'DD/MM/YYYY YY' }, 'date_format', /year is there twice/],
  [{ date_format: 'DD MM MMM YYYY' }, 'date_format', /month is there twice/],
  [{ date_format: 'DD/MM/YYYY HH hh' }, 'date_format', /hour is there twice/],
  [{ date_format: 'dd/MM/yyyy' }, 'date_format', /"d" is no token/],
  [{ date_format: 'DD/MM/YYYY Z' }, 'date_format', /"Z" is no token/],
  [{ date_format: `YYYY-MM-DD${' '.repeat(40)}` }, 'date_format', /at most 40/],
])('%j: %s', (format, path, message) => {
  expect(formatProblems({ columns: { amount }, ...format })).toEqual([
    { path, message: expect.stringMatching(message) as string },
  ]);
});
