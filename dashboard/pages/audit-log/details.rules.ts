/** The details of an entry of the audit log as lines of names and values. Pure. */

/** Nested fields by their path; a change `{ from, to }` is one line. */
export function fieldsOf(details: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] => {
    if (!isObject(value)) return [[name, textOf(value)]];
    if (isChange(value)) return [[name, `${textOf(value['from'])} → ${textOf(value['to'])}`]];
    const fields = fieldsOf(value);
    // Changed settings are nested in `changes`, a name that adds nothing.
    return name === 'changes' ? fields : fields.map(([inner, text]) => [`${name}.${inner}`, text]);
  });
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
