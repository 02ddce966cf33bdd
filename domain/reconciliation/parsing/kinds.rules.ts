/** The kind of a line, from its cell in the kind column. Pure. */
import { comparable } from './names.rules.ts';
import { MAPPED_KINDS, type LineKind, type MappedKind, type StatementFormat } from './statement.rules.ts';

type Kinds = NonNullable<StatementFormat['kinds']>;

interface KindValue {
  kind: MappedKind;
  value: string;
}

/** Whole values have priority over beginnings, and longer beginnings over shorter ones. */
export function kindReader(kinds: Kinds): (cell: string) => LineKind {
  const values = valuesOf(kinds);
  const whole = new Map(values.filter(isWhole).map(({ value, kind }) => [value, kind]));
  const beginnings = values
    .filter((each) => !isWhole(each))
    .map(({ value, kind }) => ({ beginning: value.slice(0, -1), kind }))
    .sort((a, b) => b.beginning.length - a.beginning.length);
  return (cell) => {
    const value = comparable(cell);
    return (
      whole.get(value) ?? beginnings.find(({ beginning }) => value.startsWith(beginning))?.kind ?? 'other'
    );
  };
}

/** The first value that is listed under two kinds, or null. */
export function valueOfTwoKinds(kinds: Kinds): string | null {
  const seen = new Map<string, MappedKind>();
  for (const { kind, value } of valuesOf(kinds)) {
    if ((seen.get(value) ?? kind) !== kind) return value;
    seen.set(value, kind);
  }
  return null;
}

function valuesOf(kinds: Kinds): KindValue[] {
  return MAPPED_KINDS.flatMap((kind) =>
    (kinds[kind] ?? []).map((value) => ({ kind, value: comparable(value) })),
  );
}

function isWhole({ value }: KindValue): boolean {
  return !value.endsWith('*');
}
