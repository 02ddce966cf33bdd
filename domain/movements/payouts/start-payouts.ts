/** The payouts of entries of which the ledger has said whether it holds the money. */
import { payouts } from '../../payments/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EntryStatus } from '../entries/entry.rules.ts';
import type { EndedEntry } from '../movement.ts';

/** Starts the payouts of those that are held now; where nothing is held there is no payout. */
export async function startOrDrop(unit: Unit, recorded: readonly EndedEntry[]): Promise<void> {
  const sent = recorded.filter(({ entry }) => entry.provider !== null);
  const inStatus = (status: EntryStatus) => sent.filter(({ entry }) => entry.status === status);
  const held = inStatus('paying').map(({ scope, entry }) => ({ scope, origin_id: entry.id }));
  const failed = inStatus('failed').map(({ entry }) => entry.id);
  if (held.length > 0) await payouts.start(unit, held);
  if (failed.length > 0) await payouts.drop(unit, failed);
}
