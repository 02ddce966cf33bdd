/** Presets of statements as clients see them: what they fill in, field by field as an import takes it. */
import { arrayOf, integer, map, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { PRESET_NAMES, type Preset } from '../parsing/presets.ts';
import { AMOUNT_UNITS, DECIMAL_SEPARATORS, DELIMITERS, LINE_KINDS } from '../parsing/statement.rules.ts';

export const presetSchema = resource('StatementPreset', 'How the export of one provider is written', {
  name: oneOf(PRESET_NAMES),
  title: string,
  columns: map(string).describe('Names in the header, by what the column holds'),
  kinds: map(arrayOf(string))
    .describe('Values of the kind column; `*` at the end: all that begin so')
    .optional(),
  default_kind: oneOf(LINE_KINDS).optional(),
  amount_unit: oneOf(AMOUNT_UNITS).optional(),
  decimal_separator: oneOf(DECIMAL_SEPARATORS).optional(),
  delimiter: oneOf(DELIMITERS).optional(),
  date_format: string.optional(),
  utc_offset: string.optional(),
  skip_rows: integer.describe('Lines before the header').optional(),
  status_column: string.optional(),
  ok_statuses: arrayOf(string).describe('Rows with another status are skipped').optional(),
  reference_after: string.describe('The reference is what follows this text in its column').optional(),
});

export function presentPreset(preset: Preset): Wire<typeof presetSchema> {
  const { columns, kinds, ...rest } = preset;
  return {
    ...rest,
    columns: { ...columns },
    ...(kinds ? { kinds: { ...kinds } } : {}),
  };
}
