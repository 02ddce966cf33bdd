/** What docs/concepts/ledger.md says, of any backend. Each backend's own test file runs all of it. */
import { afterEach, beforeEach } from 'vitest';
import { TestScope } from '../test-scope.ts';
import { describeAccounts } from './accounts.ts';
import { describeChecks } from './checks.ts';
import type { Conformance, Engines } from './conformance.ts';
import { describeExpiry } from './expiry.ts';
import { describeHolds } from './holds.ts';
import { describePosted } from './posted.ts';
import { describeRepeats } from './repeats.ts';
import { describeTransfers } from './transfers.ts';

export function describeLedger(engines: () => Engines): void {
  let current: Conformance;
  beforeEach(() => {
    const { ledger, rival } = engines();
    current = { ledger, rival, scope: new TestScope(ledger) };
  });
  afterEach(() => current.scope.audit());

  for (const describePart of [
    describeAccounts,
    describeTransfers,
    describeRepeats,
    describeChecks,
    describeHolds,
    describeExpiry,
    describePosted,
  ])
    describePart(() => current);
}
