/** The transfers by which a payout is held, paid and released: they follow from what its origin books. Pure. */
import { derivedUuid } from '../../../core/ids.ts';
import type { Transfer } from '../../ledger/index.ts';
import type { PayoutOutcome } from './payout.rules.ts';

/** The hold: until it is known how the payout ended. */
export function holdOf(transfer: Transfer): Transfer {
  return { ...transfer, id: derivedUuid(transfer.id, 'hold'), phase: 'pending' };
}

/** What ends the hold: it is posted, as the transfer itself, when the money was paid, and released otherwise. */
export function endingOf(transfer: Transfer, outcome: PayoutOutcome): Transfer {
  const { id: pending_id } = holdOf(transfer);
  return outcome === 'succeeded'
    ? { ...transfer, phase: 'post', pending_id }
    : { ...transfer, id: derivedUuid(transfer.id, 'void'), phase: 'void', pending_id };
}
