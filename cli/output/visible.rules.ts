/** Text of others, such as a member's name or a memo, as it may reach a terminal. Pure. */

/** Line ends and tabs would break a table's rows; a terminal obeys the other control characters, and some turn text around. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export function visible(text: string): string {
  return text.replace(SPACES, ' ').replace(CONTROLS, '\uFFFD');
}
