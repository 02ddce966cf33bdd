/** What stands in the place of a secret that is sent, and stored and shown nowhere else. Pure. */

export function secretMark(name: string): string {
  return `[${name}: only in what is sent]`;
}
