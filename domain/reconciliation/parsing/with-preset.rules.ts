/** Combines a preset with the fields of a request. Pure. */
import type { Preset } from './presets.ts';
import type { StatementColumns, StatementFormat } from './statement.rules.ts';

/**
 * The request overrides the preset: field by field, in `columns` column by column, in `kinds` kind by kind. An amount column
 * replaces credit and debit columns and vice versa; a default kind without a kind column replaces the preset's kind column.
 * @param sent a field that is absent or undefined overrides nothing
 */
export function withPreset(preset: Preset | null, sent: Partial<StatementFormat>): StatementFormat {
  const given = defined(sent);
  if (!preset) return { ...given, columns: defined(given.columns ?? {}) };
  const { name: _name, title: _title, ...format } = preset;
  return {
    ...format,
    ...given,
    columns: { ...keptColumns(format.columns, given), ...defined(given.columns ?? {}) },
    ...(format.kinds ? { kinds: { ...format.kinds, ...given.kinds } } : {}),
  };
}

function keptColumns(
  preset: StatementColumns,
  { columns = {}, default_kind }: Partial<StatementFormat>,
): StatementColumns {
  const { amount, credit, debit, kind, ...others } = preset;
  const sent_sides = columns.credit !== undefined || columns.debit !== undefined;
  return defined({
    ...others,
    ...(sent_sides ? {} : { amount }),
    ...(columns.amount === undefined ? { credit, debit } : {}),
    ...(default_kind === undefined ? { kind } : {}),
  });
}

function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
