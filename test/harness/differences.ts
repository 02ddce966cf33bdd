/** What `npm run verify` would say of these claims. */
import type { Transaction } from '../../db/connection.ts';
import type { Context } from '../../domain/context.ts';
import type { Check } from '../../domain/verification.ts';

/** @param tamper changes what is then looked at, and is taken back afterwards */
export async function differences(
  { db, ledger }: Context,
  checks: Check[],
  tamper?: (trx: Transaction) => Promise<unknown>,
): Promise<string[]> {
  const snapshot = await db.transaction({ isolationLevel: 'repeatable read' });
  try {
    await tamper?.(snapshot);
    const found: string[] = [];
    for (const check of checks)
      for await (const each of check.differences({ snapshot, ledger })) found.push(`${check.claim}: ${each}`);
    return found;
  } finally {
    await snapshot.rollback();
  }
}
