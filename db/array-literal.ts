/** Elements of array literals of PostgreSQL: many rows are sent as an array for each column. */

const TO_ESCAPE = /["\\]/;

export function quotedElement(text: string): string {
  return TO_ESCAPE.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
