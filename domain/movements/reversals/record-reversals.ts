/** Marks the entries that posted reversals reverse. */
import type { Scope } from '../../../core/scope.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { presentEntries } from '../entries/entry.presenter.ts';
import type { EntryEffect } from '../movement.ts';

/** The reversed entry stays posted, and names its reversal. */
export const recordReversals: EntryEffect = async (unit, ended) => {
  const posted = ended
    .filter(({ entry }) => entry.status === 'posted')
    // Rows are locked in id order, which avoids deadlocks.
    .toSorted((a, b) => ((a.entry.reverses_entry_id ?? '') < (b.entry.reverses_entry_id ?? '') ? -1 : 1));
  const reversed: { scope: Scope; row: EntryRow }[] = [];
  for (const { scope, entry } of posted) {
    const [row] = await SaccoEntry.query(unit.trx)
      .inScope(scope)
      .where({ id: entry.reverses_entry_id as string })
      .patch({ reversed_by_entry_id: entry.id, reversed_at: entry.posted_at })
      .returning('*');
    reversed.push({ scope, row: row as EntryRow });
  }
  await recordEvents(
    unit,
    reversed.map(({ scope, row }) => ({ scope, type: 'sacco.entry.reversed', row })),
    (entries) => presentEntries(unit.ctx, entries, unit.trx),
  );
};
