/** Quotes text of the file in messages. Pure. */

const MAX_LENGTH = 40;

/** In quotes, on one line, and cut where it is long. */
export function excerpt(text: string): string {
  const cut = Array.from(text.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join('');
  return `"${cut.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}${cut.length < text.length ? '…' : ''}"`;
}
