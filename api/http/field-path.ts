/** How errors name a place in a body: `guarantors[0].member_id`. */

/** @param path of what holds it; empty for the body @param part a member's name, or an element's index */
export function pathWithin(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`;
  return path ? `${path}.${part}` : part;
}
