/** Names of columns and values of kinds and statuses as they are compared: case and space do not count. Pure. */

export function comparable(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
