/** A process that dies at the ledger, as far as its caller can tell. */
import { vi } from 'vitest';
import { unavailable } from '../../core/errors.ts';
import type { LedgerBackend } from '../../domain/ledger/index.ts';

/** The next booking's answer is lost: it was not made, or it was. */
export function loseNextBooking(ledger: LedgerBackend, when: 'before' | 'after'): void {
  const post: LedgerBackend['post'] = (...posted) => ledger.post(...posted);
  vi.spyOn(ledger, 'post').mockImplementationOnce(async (...posted) => {
    if (when === 'after') await post(...posted);
    throw unavailable('ledger');
  });
}
