/** The presets read the exports that they are for, and give way to what is sent beside them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Currency } from '../../core/money.ts';
import { formatProblems } from '../../domain/reconciliation/parsing/format-problems.rules.ts';
import { parseStatement } from '../../domain/reconciliation/index.ts';
import { PRESET_NAMES, PRESETS, type PresetName } from '../../domain/reconciliation/parsing/presets.ts';
import type {
  ParsedStatement,
  StatementFormat,
} from '../../domain/reconciliation/parsing/statement.rules.ts';
import { withPreset } from '../../domain/reconciliation/parsing/with-preset.rules.ts';

function presetOf(name: PresetName) {
  const preset = PRESETS.find((each) => each.name === name);
  if (!preset) throw new Error(`there is no preset ${name}`);
  return preset;
}

function read(file: string, name: PresetName, currency: Currency, sent: Partial<StatementFormat> = {}) {
  const text = readFileSync(new URL(`../statements/${file}`, import.meta.url), 'utf8');
  return parseStatement(text, { ...withPreset(presetOf(name), sent), currency });
}

/** kind, amount, date, id, reference, line */
function summary(statement: ParsedStatement) {
  if (!statement.ok) return statement.errors;
  return statement.lines.map((line) => [
    line.line_no,
    line.kind,
    line.amount_minor,
    line.date,
    line.provider_txn_id,
    line.reference,
  ]);
}

test('each preset has its name once and nothing wrong with it', () => {
  expect(PRESETS.map(({ name }) => name)).toEqual(PRESET_NAMES);
  for (const preset of PRESETS) expect(formatProblems(withPreset(preset, {})), preset.name).toEqual([]);
});

test('M-PESA organisation portal: preamble, both forms of dates, failed rows and the totals below are skipped', () => {
  const statement = read('mpesa-org-portal-preamble.csv', 'mpesa_org', 'KES');
  expect(summary(statement)).toEqual([
    [5, 'payment', 105300n, '2026-09-22', 'QKR12XYZ9', 'R-000001'],
    [6, 'fee', -1500n, '2026-09-22', 'QKR12XYZ8', null],
    [8, 'payment', 23200n, '2026-09-22', 'QKR12XYZ6', null],
  ]);
  expect(statement).toMatchObject({
    ok: true,
    skipped_rows: 2,
    lines: [
      { currency: 'KES', description: 'Pay Bill from 2547****678 - Acc. R-000001' },
      { description: 'Pay Bill Charge' },
      {},
    ],
  });
});

test('MTN MoMo', () => {
  const statement = read('mtn-momo-rw.csv', 'mtn_momo', 'RWF');
  expect(summary(statement)).toEqual([
    [2, 'payment', 2500000n, '2025-06-03', '9911220011', 'pay_0001'],
    [3, 'payout', -2000000n, '2025-06-03', '9911220012', null],
  ]);
  expect(statement).toMatchObject({ skipped_rows: 0, lines: [{ description: 'JEAN UWASE' }, {}] });
});

test('Airtel Uganda', () => {
  const statement = read('airtel-ug-format1.csv', 'airtel_ug', 'UGX');
  expect(summary(statement)).toEqual([
    [6, 'payment', 5500000n, '2025-05-01', '125000000001', null],
    [7, 'payout', 500000n, '2025-05-01', '125000000002', null],
  ]);
  expect(statement).toMatchObject({
    skipped_rows: 0,
    lines: [
      { description: 'Received from 256751000002 JANE A' },
      { description: 'Sent to 256752000003 BANK' },
    ],
  });
});

test('the fee column of an export is imported as a statement of fees', () => {
  const sent = { columns: { amount: 'Fee' }, default_kind: 'fee' } as const;
  expect(summary(read('mtn-momo-rw.csv', 'mtn_momo', 'RWF', sent))).toEqual([
    [2, 'fee', 25000n, '2025-06-03', '9911220011', 'pay_0001'],
    [3, 'fee', 10000n, '2025-06-03', '9911220012', null],
  ]);
  const airtel = read('airtel-ug-format1.csv', 'airtel_ug', 'UGX', sent);
  expect(summary(airtel)).toEqual([[7, 'fee', 50000n, '2025-05-01', '125000000002', null]]);
  expect(airtel).toMatchObject({ skipped_rows: 1 });
});

test('what is sent beside a preset overrides it field by field', () => {
  const mpesa = presetOf('mpesa_org');
  expect(withPreset(mpesa, {})).toEqual({ ...mpesa, name: undefined, title: undefined });
  expect(withPreset(mpesa, { skip_rows: 6, date_format: 'DD/MM/YYYY', utc_offset: undefined })).toEqual({
    ...withPreset(mpesa, {}),
    skip_rows: 6,
    date_format: 'DD/MM/YYYY',
  });
  expect(withPreset(mpesa, { ok_statuses: ['Done'], kinds: { fee: ['Tariff'] } })).toMatchObject({
    ok_statuses: ['Done'],
    kinds: { ...mpesa.kinds, fee: ['Tariff'] },
  });
});

test('an amount column and those of credit and debit take the place of each other', () => {
  const { columns } = withPreset(presetOf('mpesa_org'), { columns: { amount: 'Amount' } });
  expect(columns).toMatchObject({ amount: 'Amount', date: 'Completion Time' });
  expect(Object.keys(columns)).not.toContain('credit');
  expect(Object.keys(columns)).not.toContain('debit');
  const sides = withPreset(presetOf('mtn_momo'), { columns: { credit: 'In', debit: 'Out' } });
  expect(sides.columns).toMatchObject({ credit: 'In', debit: 'Out', provider_txn_id: 'Id' });
  expect(Object.keys(sides.columns)).not.toContain('amount');
  const one = withPreset(presetOf('mpesa_org'), { columns: { credit: 'In' } });
  expect(one.columns).toMatchObject({ credit: 'In', debit: 'Withdrawn' });
});

test('a default kind takes the place of the kind column, unless one is sent too', () => {
  const fees = withPreset(presetOf('mtn_momo'), { default_kind: 'fee' });
  expect(Object.keys(fees.columns)).not.toContain('kind');
  const both = withPreset(presetOf('mtn_momo'), { default_kind: 'fee', columns: { kind: 'Sort' } });
  expect(both.columns.kind).toBe('Sort');
});

test('without a preset a format is what was sent', () => {
  const sent = { columns: { amount: 'A', date: undefined }, skip_rows: 1, delimiter: undefined };
  expect(withPreset(null, sent)).toStrictEqual({ columns: { amount: 'A' }, skip_rows: 1 });
  expect(withPreset(null, {})).toStrictEqual({ columns: {} });
});
