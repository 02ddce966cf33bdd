/** Array literals of PostgreSQL: many rows are sent as one array per column. */

const TO_ESCAPE = /["\\]/;

/** An array of texts. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : quotedElement(value))).join(',')}}`;
}

export function quotedElement(text: string): string {
  return TO_ESCAPE.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;
}
