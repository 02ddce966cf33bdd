/** What each conformance test works with. */
import type { LedgerBackend } from '../../../domain/ledger/backend.port.ts';
import type { TestScope } from '../test-scope.ts';

/** Two engines on the same data, as two processes have them. */
export interface Engines {
  ledger: LedgerBackend;
  rival: LedgerBackend;
}

export interface Conformance extends Engines {
  /** A new one for each test, on `ledger`; audited after the test. */
  scope: TestScope;
}

export const HOUR_S = 3_600;
