/** What a statement says about itself: which preset it is written like, whose it is, its currency and its days. Pure. */
import type { ProviderConfig, StatementPreset } from '../../../generated/wire.ts';
import { firstRecords, likelyDelimiter, nameInHeader } from './csv.rules.ts';
import { filledByPreset, type ImportForm } from './import-form.rules.ts';

/** Lines before the header of an export. */
const MOST_PREAMBLE = 12;
/** More lines than a file of the largest permitted size has. */
const ALL = 200_000;

type Named = Pick<ProviderConfig, 'name' | 'currencies'>;

/** @returns the fields that follow from the file; the others are left as they are */
export function recognise(
  csv: string,
  presets: readonly StatementPreset[],
  providers: readonly Named[],
): Partial<ImportForm> {
  const found = presetOf(csv, presets);
  if (!found) return { delimiter: likelyDelimiter(csv) };
  const { preset, skip_rows } = found;
  const provider = providerOf(preset, providers);
  const currency = provider?.currencies.length === 1 ? provider.currencies[0] : undefined;
  return {
    ...filledByPreset(preset),
    skip_rows: String(skip_rows),
    ...(provider ? { provider: provider.name } : {}),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** The preset all of whose columns are in a header, and the lines before it; the one with most columns where several fit. */
function presetOf(
  csv: string,
  presets: readonly StatementPreset[],
): { preset: StatementPreset; skip_rows: number } | null {
  const fitting = presets.flatMap((preset) => {
    const names = [...Object.values(preset.columns), ...(preset.status_column ? [preset.status_column] : [])];
    const usual = preset.skip_rows ?? 0;
    const places = [usual, ...Array.from({ length: MOST_PREAMBLE }, (_, i) => i)];
    const skip_rows = places.find((skipped) => {
      const [header = []] = firstRecords(csv, preset.delimiter ?? ',', skipped, 1);
      return names.every((name) => nameInHeader(name, header) !== undefined);
    });
    return skip_rows === undefined ? [] : [{ preset, skip_rows, columns: new Set(names).size }];
  });
  return fitting.toSorted((a, b) => b.columns - a.columns)[0] ?? null;
}

/** The provider whose name begins like that of the preset: `mpesa` of `mpesa_org`. */
function providerOf({ name }: StatementPreset, providers: readonly Named[]): Named | undefined {
  const [first = ''] = name.split('_');
  const like = providers.filter((each) => each.name.split('_')[0] === first);
  return like.length === 1 ? like[0] : undefined;
}

const YEAR_FIRST = /\b(?<year>\d{4})[-/.](?<month>\d{2})[-/.](?<day>\d{2})\b/;
const DAY_FIRST = /\b(?<day>\d{2})[-/.](?<month>\d{2})[-/.](?<year>\d{4}|\d{2})\b/;

/** The day of a cell, as YYYY-MM-DD; null where it has none. Day before month, as the API reads it. */
export function dayIn(cell: string): string | null {
  const { year = '', month = '', day = '' } = (YEAR_FIRST.exec(cell) ?? DAY_FIRST.exec(cell))?.groups ?? {};
  const date = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}

/** The days of all records, in the column of dates. */
export function daysIn({ file, delimiter, skip_rows, columns }: ImportForm): string[] {
  if (!file || columns.date === '') return [];
  const [header = [], ...rows] = firstRecords(file.csv, delimiter, Number(skip_rows) || 0, ALL);
  const at = header.indexOf(nameInHeader(columns.date, header) ?? '');
  return at < 0 ? [] : rows.flatMap((cells) => dayIn(cells[at] ?? '') ?? []);
}
