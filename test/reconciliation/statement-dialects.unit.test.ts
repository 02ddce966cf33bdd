/** A random table, written in a random dialect by a naive writer, is read back exactly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { parseStatement } from '../../domain/reconciliation/index.ts';
import {
  DELIMITERS,
  LINE_KINDS,
  type LineKind,
  type StatementOptions,
} from '../../domain/reconciliation/parsing/statement.rules.ts';

const DAY_MS = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** With everything that CSV and amounts give a meaning to. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'Z',
      'é',
      '😀',
      '0',
      '"',
      ',',
      ';',
      '|',
      '\t',
      '\n',
      ' ',
      '\u00A0',
      '-',
      '=',
      '.',
      '(',
    ),
    {
      maxLength: 12,
    },
  )
  .map((characters) => characters.join(''));

const entry = fc.record({
  is: fc.constantFrom('entry', 'entry', 'entry', 'zero', 'failed'),
  kind: fc.constantFrom(...LINE_KINDS),
  amount_minor: fc
    .oneof(
      fc.bigInt({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR }),
      fc.bigInt({ min: -2_000_000n, max: 2_000_000n }),
      fc.constantFrom(
        MAX_AMOUNT_MINOR,
        -MAX_AMOUNT_MINOR,
        1n,
        -1n,
        99_999n,
        100_000n,
        99_999_999n,
        100_000_000n,
      ),
    )
    .filter((amount_minor) => amount_minor !== 0n),
  // From 2000 on, so that two digits of the year are enough.
  at_ms: fc
    .integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2099, 11, 30) / 1000 })
    .map((s) => s * 1000),
  reference: text,
  provider_txn_id: text,
  description: text,
  blank_lines: fc.constantFrom(0, 0, 0, 1, 2),
  quoted: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

// ── the dialect ──────────────────────────────────────────────────────────────────────────────────────────────────────

const dialect = fc.record({
  delimiter: fc.constantFrom(...DELIMITERS),
  line_end: fc.constantFrom('\n', '\r\n', '\r'),
  byte_order_mark: fc.boolean(),
  preamble: fc.array(fc.constantFrom('', 'Statement', 'Name,"Demo', ' ;|', ',,,,'), { maxLength: 5 }),
  last_line_ends: fc.boolean(),
  quote_all: fc.boolean(),
  extra_cells: fc.constantFrom(0, 0, 1, 3),
  columns: fc.shuffledSubarray(
    ['amount', 'sides', 'reference', 'provider_txn_id', 'date', 'kind', 'description', 'status', 'x', 'y'],
    { minLength: 10 },
  ),
  sides: fc.boolean(),
  other_side: fc.constantFrom('', '0', 'zero'),
  amount_unit: fc.constantFrom('major', 'minor'),
  decimal_separator: fc.constantFrom('.', ','),
  thousands: fc.constantFrom('', 'other', ' ', '\u00A0', '\u2009', '\u202F'),
  trailing_zeros: fc.boolean(),
  negative: fc.constantFrom('-#', '- #', '\u2212#', '#-', '# \u2212', '(#)', '( #)'),
  positive: fc.constantFrom('#', '#', '+#'),
  code: fc.constantFrom('#', '#', 'KES #', 'KES#', '# KES', '#kes', 'Kes\u00A0#'),
  sign_outside: fc.boolean(),
  date: fc.constantFrom(
    { form: 'YYYY-MM-DD', named: false },
    { form: 'DD/MM/YYYY', named: false },
    { form: 'DD-MM-YYYY', named: false },
    { form: 'YYYY/MM/DD', named: false },
    { form: 'DD.MM.YYYY', named: false },
    { form: 'MM/DD/YYYY', named: true },
    { form: 'DD MMM YY', named: true },
    { form: 'MMM DD, YYYY', named: true },
    { form: 'YYYYMMDDHHmmss', named: true },
    { form: 'DD-MM-YY hh:mm A', named: true },
    { form: 'YYYY-MM-DDTHH:mm', named: true },
  ),
  time: fc.constantFrom('', ' HH:mm', ' HH:mm:ss', 'THH:mm:ss', ' hh:mm A', ', hh:mm:ssA', ' HH:mm:ss.123'),
  offset_minutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
  zone_minutes: fc.oneof(fc.constant(null), fc.integer({ min: -14 * 60, max: 14 * 60 })),
  zone_colon: fc.constantFrom(':', ''),
});
type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

const NAMES: Record<string, string> = {
  amount: 'Amount; net',
  credit: 'Paid In',
  debit: 'Withdrawn "KES"',
  reference: 'Référence,',
  provider_txn_id: 'Id | No.',
  date: 'Date\tand time',
  kind: 'Type',
  description: 'Details',
  status: 'Status',
  x: 'Balance',
  y: 'Balance',
};

function optionsOf(d: Dialect): StatementOptions {
  const names = (...roles: string[]) => Object.fromEntries(roles.map((role) => [role, NAMES[role] ?? '']));
  const kinds = LINE_KINDS.filter((kind) => kind !== 'other').map((kind) => [kind, [`the ${kind}`]]);
  return {
    currency: 'KES',
    columns: {
      ...(d.sides ? names('credit', 'debit') : names('amount')),
      ...names('reference', 'provider_txn_id', 'date', 'kind', 'description'),
    },
    kinds: Object.fromEntries(kinds) as StatementOptions['kinds'] & object,
    amount_unit: d.amount_unit,
    decimal_separator: d.decimal_separator,
    delimiter: d.delimiter,
    utc_offset: offset(d.offset_minutes, ':'),
    skip_rows: d.preamble.length,
    status_column: NAMES['status'] ?? '',
    ok_statuses: ['Done'],
    ...(d.date.named ? { date_format: d.date.form } : {}),
  };
}

// ── the writer ───────────────────────────────────────────────────────────────────────────────────────────────────────

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function offset(minutes: number, colon: string): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`;
}

function writeAmount(amount_minor: bigint, d: Dialect): string {
  const size = String(amount_minor < 0n ? -amount_minor : amount_minor);
  const decimals = d.amount_unit === 'major' ? 2 : 0;
  const digits = size.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const other = d.decimal_separator === '.' ? ',' : '.';
  const separator = d.thousands === 'other' ? other : d.thousands;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  const shown = d.trailing_zeros ? fraction : fraction.replace(/0+$/, '');
  const number = shown === '' ? grouped : `${grouped}${d.decimal_separator}${shown}`;
  const signed = (inner: string) => (amount_minor < 0n ? d.negative : d.positive).replace('#', inner);
  const coded = (inner: string) => d.code.replace('#', inner);
  return d.sign_outside ? signed(coded(number)) : coded(signed(number));
}

/** The instant as a clock shows it that many minutes east of UTC. */
function writeForm(form: string, instant_ms: number, minutes_east: number): string {
  const clock = new Date(instant_ms + minutes_east * 60_000);
  const hour = clock.getUTCHours();
  const parts: Record<string, string> = {
    YYYY: String(clock.getUTCFullYear()),
    YY: two(clock.getUTCFullYear() % 100),
    MMM: MONTHS[clock.getUTCMonth()] ?? '',
    MM: two(clock.getUTCMonth() + 1),
    DD: two(clock.getUTCDate()),
    HH: two(hour),
    hh: two(hour % 12 === 0 ? 12 : hour % 12),
    mm: two(clock.getUTCMinutes()),
    ss: two(clock.getUTCSeconds()),
    A: hour < 12 ? 'AM' : 'PM',
  };
  return form.replace(/YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|A/g, (token) => parts[token] ?? '');
}

function writeDate(at_ms: number, d: Dialect): string {
  const timed = /HH|hh/.test(d.date.form);
  const form = timed ? d.date.form : d.date.form + d.time;
  const zone_minutes = timed || d.time !== '' ? d.zone_minutes : null;
  // Minutes, where the form shows no seconds, leave the day as it is.
  const written = writeForm(form, at_ms, zone_minutes ?? d.offset_minutes);
  return zone_minutes === null ? written : `${written}${offset(zone_minutes, d.zone_colon)}`;
}

function dayOf(at_ms: number, { offset_minutes }: Dialect): string {
  const days = Math.floor((at_ms + offset_minutes * 60_000) / DAY_MS);
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

function writeCell(cell: string, quoted: boolean, d: Dialect): string {
  const needs_quotes = /["\r\n]/.test(cell) || cell.includes(d.delimiter);
  return quoted || d.quote_all || needs_quotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function cellsOf(e: Entry, d: Dialect): Record<string, string[]> {
  const sized = writeAmount(e.is === 'zero' ? 0n : e.amount_minor, d);
  const side = writeAmount(e.amount_minor < 0n ? -e.amount_minor : e.amount_minor, d);
  const other_side = d.other_side === 'zero' ? writeAmount(0n, d) : d.other_side;
  const zero = e.is === 'zero' ? [other_side, ''] : null;
  return {
    amount: d.sides ? [] : [zero ? (zero[0] ?? '') : sized],
    sides: d.sides ? (zero ?? (e.amount_minor < 0n ? [other_side, side] : [side, other_side])) : [],
    reference: [e.reference],
    provider_txn_id: [e.provider_txn_id],
    date: [writeDate(e.at_ms, d)],
    kind: [e.kind === 'other' ? 'anything' : `The ${e.kind}`],
    description: [e.description],
    status: [e.is === 'failed' ? 'Failed' : 'Done'],
    x: ['100.00'],
    y: ['x'],
  };
}

/** The file, and what must be read from it. */
function write(entries: Entry[], d: Dialect) {
  const header: Record<string, string[]> = Object.fromEntries(
    d.columns.map((column) => {
      if (column === 'amount') return [column, d.sides ? [] : [NAMES['amount'] ?? '']];
      if (column === 'sides') return [column, d.sides ? [NAMES['credit'] ?? '', NAMES['debit'] ?? ''] : []];
      return [column, [NAMES[column] ?? '']];
    }),
  );
  const row = (cells: Record<string, string[]>, quoted: boolean[], extra: string[]) =>
    [...d.columns.flatMap((column) => cells[column] ?? []), ...extra]
      .map((cell, i) => writeCell(cell.replaceAll('\n', d.line_end), quoted[i] ?? false, d))
      .join(d.delimiter);
  const lines = [...d.preamble, row(header, [], [])];
  const expected: object[] = [];
  for (const e of entries) {
    for (let i = 0; i < e.blank_lines; i++) lines.push('');
    const line_no = lines.length + 1;
    const record = row(
      cellsOf(e, d),
      e.quoted,
      Array.from({ length: d.extra_cells }, () => ''),
    );
    lines.push(...record.split(d.line_end));
    if (e.is === 'entry')
      expected.push({
        line_no,
        kind: e.kind satisfies LineKind,
        amount_minor: e.amount_minor,
        currency: 'KES',
        date: dayOf(e.at_ms, d),
        reference: e.reference.trim() || null,
        provider_txn_id: e.provider_txn_id.trim() || null,
        description: e.description.trim() || null,
      });
  }
  const file = `${d.byte_order_mark ? '\uFEFF' : ''}${lines.join(d.line_end)}${d.last_line_ends ? d.line_end : ''}`;
  return { file, expected, skipped_rows: entries.filter(({ is }) => is !== 'entry').length };
}

test('a random table in a random dialect is read back exactly', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), dialect, (entries, d) => {
      const { file, expected, skipped_rows } = write(entries, d);
      expect(parseStatement(file, optionsOf(d))).toEqual({ ok: true, lines: expected, skipped_rows });
    }),
    { numRuns: 1000 },
  );
});
