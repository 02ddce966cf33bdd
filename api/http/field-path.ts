/** Paths to fields of a body in errors: `guarantors[0].member_id`. */

/** @param path of the parent; empty for the body @param part a member's name, or an element's index */
export function pathWithin(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`;
  return path ? `${path}.${part}` : part;
}
