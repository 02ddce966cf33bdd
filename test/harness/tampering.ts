/** "Tamper with a row, and the verifier reports it": the one loop of all suites of `npm run verify`. */
import { expect, test } from 'vitest';
import type { Context } from '../../domain/platform/context.ts';
import type { Invariant } from '../../domain/platform/invariants.ts';
import { differences } from './verify.ts';

/** What was done, the statements that do it, and (a part of) what the verifier must report. */
export type Tampering = [what: string, change: string, report: string];

/**
 * A test for each case. The statements are run in a transaction that the verifier reads and that is then rolled back.
 * @param ctx called in the tests, after the suite's preparations
 */
export function testTampering(
  ctx: () => Context,
  invariants: readonly Invariant[],
  cases: readonly Tampering[],
): void {
  test.each(cases)('it finds %s', async (_what, change, report) => {
    const found = await differences(ctx(), invariants, (trx) => trx.raw(change));
    expect(found.join('\n')).toContain(report);
  });
}

/** A change of a protected table, as only somebody with the database's own powers could make it: without its triggers. */
export function withoutTriggers(table: string, change: string): string {
  return `alter table ${table} disable trigger user; ${change}`;
}
