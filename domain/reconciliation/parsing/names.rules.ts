/** Normalises names of columns, kinds and statuses for comparison: case and extra spaces are ignored. Pure. */

/** Texts with single spaces only are not changed, which is several times faster. */
const OTHER_SPACE = /\s\s|[^\S ]/;

export function comparable(name: string): string {
  const lower = name.trim().toLowerCase();
  return OTHER_SPACE.test(lower) ? lower.replace(/\s+/g, ' ') : lower;
}
