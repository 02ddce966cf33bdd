/** The form of an import, and the request that it makes. Pure. */
import type { StatementPreset } from '../../../generated/wire.ts';
import type { InputOf } from '../../../api/operations.ts';
import { isDate } from '../../../forms/fields/date.rules.ts';
import { given } from '../../../forms/text.rules.ts';
import type { StatementFile } from './statement-file.ts';

export const COLUMNS = [
  'amount',
  'credit',
  'debit',
  'reference',
  'provider_txn_id',
  'date',
  'kind',
  'description',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** The kinds that values of the kind column can mean; any other value is `other`. */
export const MAPPED_KINDS = [
  'payment',
  'refund',
  'payout',
  'payout_reversal',
  'fee',
  'fee_reversal',
] as const;
export type MappedKind = (typeof MAPPED_KINDS)[number];

/** What a person has filled in: text, as it was typed. */
export interface ImportForm {
  file: StatementFile | null;
  provider: string;
  currency: string;
  period_start: string;
  period_end: string;
  utc_offset: string;
  preset: string;
  columns: Record<ColumnName, string>;
  /** One value on each line. */
  kinds: Record<MappedKind, string>;
  default_kind: string;
  amount_unit: string;
  decimal_separator: string;
  delimiter: string;
  date_format: string;
  skip_rows: string;
  status_column: string;
  /** One status on each line. */
  ok_statuses: string;
  reference_after: string;
}

/** How a statement is written unless something else is chosen. */
const PLAIN = {
  default_kind: 'payment',
  amount_unit: 'major',
  decimal_separator: '.',
  delimiter: ',',
  date_format: '',
  skip_rows: '0',
  status_column: '',
  ok_statuses: '',
  reference_after: '',
};

/** Before anything is typed. */
export const EMPTY_FORM: ImportForm = {
  file: null,
  provider: '',
  currency: '',
  period_start: '',
  period_end: '',
  utc_offset: '',
  preset: '',
  columns: textsOf(COLUMNS, {}),
  kinds: textsOf(MAPPED_KINDS, {}),
  ...PLAIN,
};

/** What a preset fills in; none empties the fields. */
export function filledByPreset(preset: StatementPreset | undefined): Partial<ImportForm> {
  const { columns = {}, kinds = {}, ok_statuses = [], skip_rows = 0, ...written } = preset ?? {};
  const values = Object.fromEntries(Object.entries(kinds).map(([kind, each]) => [kind, each.join('\n')]));
  return {
    ...PLAIN,
    preset: preset?.name ?? '',
    columns: textsOf(COLUMNS, columns),
    kinds: textsOf(MAPPED_KINDS, values),
    skip_rows: String(skip_rows),
    ok_statuses: ok_statuses.join('\n'),
    ...picked(written, ['default_kind', 'amount_unit', 'decimal_separator', 'delimiter']),
    ...picked(written, ['date_format', 'status_column', 'reference_after', 'utc_offset']),
  };
}

function textsOf<Name extends string>(
  names: readonly Name[],
  texts: Partial<Record<string, string>>,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? ''])) as Record<Name, string>;
}

function picked<Name extends string>(
  from: Partial<Record<Name, string>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Partial<Record<Name, string>>;
}

export type Missing = 'file' | 'provider' | 'currency' | 'period_start' | 'period_end' | 'amount';

/** The required fields that are empty. */
export function missingIn(form: ImportForm): Missing[] {
  const { file, provider, currency, period_start, period_end, columns } = form;
  const is_missing: Record<Missing, boolean> = {
    file: file === null,
    provider: provider === '',
    currency: currency === '',
    period_start: !isDate(period_start),
    period_end: !isDate(period_end),
    amount: columns.amount === '' && columns.credit === '' && columns.debit === '',
  };
  return (Object.keys(is_missing) as Missing[]).filter((name) => is_missing[name]);
}

/** The request without the text of the statement. All fields are sent, so that the preset need not be. */
export function importRequest(form: ImportForm): Omit<InputOf<'reconciliation.runs.import'>, 'csv'> {
  const has_kinds = form.columns.kind !== '';
  const kinds = filled(form.kinds, linesOf);
  const statuses = linesOf(form.ok_statuses);
  return {
    provider: form.provider,
    currency: form.currency,
    period_start: form.period_start,
    period_end: form.period_end,
    columns: filled(form.columns, (name) => name),
    decimal_separator: form.decimal_separator,
    delimiter: form.delimiter,
    amount_unit: form.amount_unit,
    ...(has_kinds ? (Object.keys(kinds).length > 0 ? { kinds } : {}) : { default_kind: form.default_kind }),
    ...(/^\d+$/.test(form.skip_rows.trim()) ? { skip_rows: Number(form.skip_rows) } : {}),
    utc_offset: given(form.utc_offset),
    date_format: given(form.date_format),
    status_column: form.status_column || undefined,
    ok_statuses: statuses.length === 0 ? undefined : statuses,
    // Its spaces count.
    reference_after: form.reference_after || undefined,
    source_name: form.file?.name.slice(0, 255),
  };
}

function filled<Value>(texts: Record<string, string>, read: (text: string) => Value): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, read(text)]])),
  ) as Record<string, Value>;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
