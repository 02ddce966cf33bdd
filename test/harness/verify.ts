/** What `npm run verify` would find, in the test's own process. */
import type { Transaction } from '../../db/connection.ts';
import { INVARIANTS } from '../../app/compose.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Invariant } from '../../domain/platform/invariants.ts';

/** @returns every difference, with the invariant that it breaks */
export function verifyAll(ctx: Context): Promise<string[]> {
  return differences(ctx, INVARIANTS);
}

/**
 * The same for these invariants only.
 * @param tamper changes what is then verified, and is rolled back afterwards
 */
export async function differences(
  { db, ledger }: Context,
  checks: readonly Invariant[],
  tamper?: (trx: Transaction) => Promise<unknown>,
): Promise<string[]> {
  const snapshot = await db.transaction({
    isolationLevel: 'repeatable read',
    readOnly: tamper === undefined,
  });
  try {
    await tamper?.(snapshot);
    const found: string[] = [];
    for (const check of checks)
      for await (const each of check.violations({ snapshot, db, ledger }))
        found.push(`${check.invariant}: ${each}`);
    return found;
  } finally {
    await snapshot.rollback();
  }
}
