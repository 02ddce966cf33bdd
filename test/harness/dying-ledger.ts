/** A process that dies at the ledger, as far as its caller can tell. */
import { vi } from 'vitest';
import { unavailable } from '../../core/errors.ts';
import type { LedgerBackend } from '../../domain/ledger/index.ts';

/** The ledger as a process sees it that dies there: its booking was not made, or it was, and it never learns which. */
export function dyingLedger(ledger: LedgerBackend, when: 'before' | 'after'): LedgerBackend {
  return {
    ...ledger,
    async post(...posted) {
      if (when === 'after') await ledger.post(...posted);
      throw unavailable('ledger');
    },
  };
}

/** The same for the next booking of a ledger that is in use. */
export function loseNextBooking(ledger: LedgerBackend, when: 'before' | 'after'): void {
  // Of the ledger as it is now, before its booking is replaced.
  const dying = dyingLedger({ ...ledger }, when);
  vi.spyOn(ledger, 'post').mockImplementationOnce((...posted) => dying.post(...posted));
}
