/** The groups in which routes are tried: a path is in the group of whichever route it matches. */
import { expect, test } from 'vitest';
import { routeGroups } from '../../api/http/route-groups.ts';
import { ROUTES } from '../../api/routes.ts';

const groupOf = routeGroups(ROUTES.map(({ path }) => path));

test.each([...new Set(ROUTES.map(({ path }) => path))])('%s, however it is asked for', (path) => {
  const asked = path.replaceAll(/\{\w+\}/g, 'v1_%2F');
  for (const spelling of [asked, `${asked}/`, asked.toUpperCase()])
    expect(groupOf(spelling)).toBe(groupOf(path));
});

test('no request is tried against many routes', () => {
  const sizes = new Map<string, number>();
  for (const { path } of ROUTES) sizes.set(groupOf(path), (sizes.get(groupOf(path)) ?? 0) + 1);
  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(12);
});
