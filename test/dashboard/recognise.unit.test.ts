/** What a statement says about itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EMPTY_FORM } from '../../dashboard/pages/reconciliation/import/import-form.rules.ts';
import { dayIn, daysIn, recognise } from '../../dashboard/pages/reconciliation/import/recognise.rules.ts';
import { PRESETS } from '../../domain/reconciliation/parsing/presets.ts';

const STATEMENT = readFileSync(
  new URL('../statements/mpesa-org-portal-preamble.csv', import.meta.url),
  'utf8',
);
const PROVIDERS = [
  { name: 'mpesa', currencies: ['KES' as const] },
  { name: 'manual', currencies: ['KES' as const, 'ETB' as const] },
];

test('the preset whose columns are in the header, wherever that is; provider, currency and days', () => {
  const presets = PRESETS as unknown as Parameters<typeof recognise>[1];
  const found = recognise(STATEMENT, presets, PROVIDERS);
  expect(found).toMatchObject({
    preset: 'mpesa_org',
    provider: 'mpesa',
    currency: 'KES',
    utc_offset: '+03:00',
  });
  const form = { ...EMPTY_FORM, ...found, file: { key: '1', name: 'a.csv', csv: STATEMENT } };
  expect(new Set(daysIn(form))).toEqual(new Set(['2026-09-22']));
  const later = recognise(`Printed today\n${STATEMENT}`, presets, PROVIDERS);
  expect(Number(later.skip_rows)).toBe(Number(found.skip_rows) + 1);
  expect(recognise('Id;Amount\n1;2', presets, PROVIDERS)).toEqual({ delimiter: ';' });
});

test.each([
  ['2026-09-22 14:03', '2026-09-22'],
  ['22/09/2026', '2026-09-22'],
  ['22-09-26 02:03 PM', '2026-09-22'],
  ['22.13.2026', null],
  ['', null],
])('the day of %o', (cell, day) => {
  expect(dayIn(cell)).toBe(day);
});
