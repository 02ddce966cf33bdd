/** Texts as people type them. Pure. */

/** Without the spaces around it; undefined where nothing is left, so that it is not sent. */
export function given(text: string): string | undefined {
  return text.trim() || undefined;
}
