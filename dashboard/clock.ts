/** The time of this machine, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}
