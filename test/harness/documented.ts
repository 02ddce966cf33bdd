/** Every answer that a test gets must be one that the OpenAPI document tells of. */
import { expect } from 'vitest';
import { openApi } from '../../api/openapi/document.ts';

type Operations = Record<string, { responses: Record<string, unknown> }>;

const paths = Object.entries((openApi() as { paths: Record<string, Operations> }).paths).map(
  ([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }),
);

/** Fails when the path and method are of a route, and the status is none of those that it is said to answer. */
export function expectDocumented(method: string, url: string, status: number): void {
  const path = url.split('?')[0] as string;
  // Where two match, the first wins, as in the router.
  const operation = paths.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
  if (operation) expect(Object.keys(operation.responses), `${method} ${path}`).toContain(String(status));
}
