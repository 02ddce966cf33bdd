/** Elements of array literals of PostgreSQL: many rows are sent as an array for each column. */

const TO_ESCAPE = /["\\]/;

/** A whole array of texts. */
export function textArray(values: readonly string[]): string {
  return `{${values.map(quotedElement).join(',')}}`;
}

export function quotedElement(text: string): string {
  return TO_ESCAPE.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;
}
