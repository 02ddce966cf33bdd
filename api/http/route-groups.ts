/**
 * Express tries the routes of a router one after the other, which is too slow for this many: each group of routes has its own
 * router. The fixed segments of a path determine the group.
 */

/**
 * @param templates the paths of all routes: `/api/v1/payments/{payment}`
 * @returns a function that maps a template or a requested path, in any letter case, to its group; a path is in the group of each
 * template that it matches
 */
export function routeGroups(templates: readonly string[]): (path: string) => string {
  const all = templates.map(segmentsOf);
  // `/payments/{payment}`: the second segment may be anything.
  const named = new Set(all.flatMap(([first, second]) => (isParameter(second) ? [first] : [])));
  const startOf = (segments: readonly string[]): string => {
    const [first, second] = segments;
    return `${segments.length} ${first} ${named.has(first) ? '' : second}`;
  };
  // `/sacco/loans/{loan}/guarantors/{member}`: the last segment of those that begin so may be anything.
  const open = new Set(all.flatMap((segments) => (isParameter(segments.at(-1)) ? [startOf(segments)] : [])));
  return (path) => {
    const segments = segmentsOf(path);
    const start = startOf(segments);
    return open.has(start) ? start : `${start} ${segments.at(-1)}`;
  };
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') ?? false;
}

/** `/api/v1/Payments/` → `['payments']`. A trailing slash makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').slice(2);
  if (segments[0] === 'v1') segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}
