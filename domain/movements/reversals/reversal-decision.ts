/** The decision on a reversal: everything that was checked when it was requested is checked again. */
import type { Queryable } from '../../../db/connection.ts';
import { lockMember, lockPeriods } from '../../cooperative/index.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { getEntry, lockEntry } from '../entries/entry.ts';
import type { Decision, Reversal } from '../movement.ts';
import { reversalRefusal } from './reversal-refusal.ts';

/**
 * Periods are locked before members, those before entries, and entries before what `reversal.lock` locks, which avoids
 * deadlocks: no period is closed, and none of the members leaves, while it is decided.
 */
export function reversalDecision(reversal: Reversal): Decision {
  const membersOf = async (db: Queryable, entry: EntryRow): Promise<string[]> => {
    const others = (await reversal.membersOf?.(db, entry)) ?? [];
    return [...new Set([...(entry.member_id ? [entry.member_id] : []), ...others])].toSorted();
  };
  return {
    async lock(unit, entry) {
      await lockPeriods(unit);
      for (const id of await membersOf(unit.trx, entry)) await lockMember(unit, id, 'share');
      await lockEntry(unit, originalOf(entry));
      await reversal.lock?.(unit, entry);
    },

    async plan(reader, entry) {
      const original = await getEntry(reader.db, reader.scope, originalOf(entry));
      const refused = await reversalRefusal(reader, original, entry.id);
      return refused ?? (await reversal.plan?.(reader, entry)) ?? {};
    },

    onApproved: async (unit, entry) => reversal.onApproved?.(unit, entry),
  };
}

function originalOf({ reverses_entry_id }: EntryRow): string {
  return reverses_entry_id as string;
}
