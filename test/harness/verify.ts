/** What `npm run verify` would find, in the test's own process. */
import { CHECKS } from '../../domain/checks.ts';
import type { Context } from '../../domain/context.ts';

/** @returns every difference, with the claim that it breaks */
export async function verifyAll(ctx: Context): Promise<string[]> {
  return ctx.db.transaction(
    async (snapshot) => {
      const found: string[] = [];
      for (const check of CHECKS)
        for await (const difference of check.differences({ snapshot, ledger: ctx.ledger }))
          found.push(`${check.claim}: ${difference}`);
      return found;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
