/** Settings of a running service that a test changes for itself. */
import { onTestFinished } from 'vitest';
import type { Context } from '../../domain/platform/context.ts';

/** Changes the settings until the end of the test. */
export function changeContext(ctx: Context, changes: Partial<Context>): void {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, ctx[name as keyof Context]]));
  Object.assign(ctx, changes);
  onTestFinished(() => void Object.assign(ctx, before));
}
