/** The initials of a name. Pure. */

/** `Omari Bakari Simiyu` → `OS` */
export function initialsOf(full_name: string): string {
  const words = full_name.split(/\s+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => Array.from(word)[0]?.toUpperCase() ?? '').join('');
}
