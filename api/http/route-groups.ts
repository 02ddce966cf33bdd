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
  // `/payments/{payment}`: the second segment may be anything.
  const named = new Set(
    templates.map(segmentsOf).flatMap(([first, second]) => (second?.startsWith('{') ? [first] : [])),
  );
  return (path) => {
    const segments = segmentsOf(path);
    const [first, second] = segments;
    return `${segments.length} ${first} ${named.has(first) ? '' : second}`;
  };
}

/** `/api/v1/Payments/` → `['payments']`. A trailing slash makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').slice(2);
  if (segments[0] === 'v1') segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}
