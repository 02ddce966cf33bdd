/** The payouts of entries of which the ledger has said whether it holds the money. */
import { payouts } from '../../payments/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EndedEntry } from '../movement.ts';

/** Starts the payouts of those that are held now; where nothing is held there is no payout. */
export async function startOrDrop(unit: Unit, recorded: readonly EndedEntry[]): Promise<void> {
  const sent = recorded.filter(({ entry }) => entry.provider !== null);
  const idsOf = (status: string) =>
    sent.filter(({ entry }) => entry.status === status).map(({ entry }) => entry.id);
  const [held, failed] = [idsOf('paying'), idsOf('failed')];
  if (held.length > 0) await payouts.start(unit, held);
  if (failed.length > 0) await payouts.drop(unit, failed);
}
