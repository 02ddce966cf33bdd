/** The details of an entry of the audit log as lines of names and values. Pure. */
import { formatMinor } from '../../money/money.rules.ts';

/** Nested fields by their path; a change `{ from, to }` is one line; amounts as people write them. */
export function fieldsOf(details: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return linesOf(details, '');
}

function linesOf(fields: Readonly<Record<string, unknown>>, within: string): [name: string, value: string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const path = within + name;
    const is_amount = path.endsWith('_minor') || path.startsWith('totals.');
    const text = (of: unknown): string => (is_amount ? amountOf(of) : null) ?? textOf(of);
    if (!isObject(value)) return [[path, text(value)]];
    if (isChange(value)) return [[path, `${text(value['from'])} → ${text(value['to'])}`]];
    // Changed settings are nested in `changes`, a name that adds nothing.
    return linesOf(value, name === 'changes' ? within : `${path}.`);
  });
}

/** Of minor units, which the totals of an import are, too. @returns null where it is no amount */
function amountOf(value: unknown): string | null {
  return /^-?\d+$/.test(String(value)) ? formatMinor(BigInt(String(value))) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isChange(value: Record<string, unknown>): boolean {
  return Object.keys(value).toSorted().join() === 'from,to';
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  // A total beyond 2^53 is a bigint.
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
