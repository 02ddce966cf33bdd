/**
 * Express tries the routes of a router one after the other, and there are too many of them for that: each group has a router
 * of its own. What a path says without its names decides on the group.
 */

/**
 * @param templates the paths of all routes: `/api/v1/payments/{payment}`
 * @returns tells the group of a template, or of a path as it is asked for, in whatever letter case; a path is in the group of
 * each template that it matches
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

/** Of `/api/v1/Payments/`: `['payments']`. A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').slice(2);
  if (segments[0] === 'v1') segments.shift();
  if (segments.at(-1) === '') segments.pop();
  return segments;
}
