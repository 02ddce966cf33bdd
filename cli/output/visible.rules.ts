/** Makes text from others, such as a member's name or a memo, safe for a terminal. Pure. */

/** Line ends and tabs would break table rows; terminals execute other control characters, and some reverse text. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export function visible(text: string): string {
  return text.replace(SPACES, ' ').replace(CONTROLS, '\uFFFD');
}
