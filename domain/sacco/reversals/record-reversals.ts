/** What a reversal makes true of the entry that it takes back. */
import { recordEvents } from '../../webhooks/index.ts';
import type { EntryEffect } from '../extension.port.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { presentEntries } from '../entries/entry.presenter.ts';

/** The entry stays posted, and says by what it was taken back. */
export const recordReversals: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const posted = ended
    .filter(({ entry }) => entry.status === 'posted')
    // Rows are locked in id order, which avoids deadlocks.
    .toSorted((a, b) => ((a.entry.reverses_entry_id ?? '') < (b.entry.reverses_entry_id ?? '') ? -1 : 1));
  const reversed: { scope: (typeof posted)[number]['scope']; row: EntryRow }[] = [];
  for (const { scope, entry } of posted) {
    const [row] = await SaccoEntry.query(trx)
      .inScope(scope)
      .where({ id: entry.reverses_entry_id as string })
      .patch({ reversed_by_entry_id: entry.id, reversed_at: entry.posted_at })
      .returning('*');
    reversed.push({ scope, row: row as EntryRow });
  }
  await recordEvents(
    { trx, enqueue: enqueueAfterCommit },
    reversed.map(({ scope, row }) => ({ scope, type: 'sacco.entry.reversed', row })),
    (entries) => presentEntries(trx, entries),
  );
};
