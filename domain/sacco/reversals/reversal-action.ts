/** The decision on a reversal: everything that was asked when it was requested is asked again. */
import type { Context } from '../../platform/context.ts';
import type { ApprovalAction } from '../extension.port.ts';
import { getEntry } from '../entries/entry.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { lockMember } from '../members/member.ts';
import { holdPeriods } from '../settings.ts';
import { reversalRefusal } from './reversal-refusal.ts';
import { lockOriginal } from './reverse-entry.ts';

/**
 * Periods are locked before members, those before entries, and entries before loans, which avoids deadlocks: no period is
 * closed, and no guarantor leaves, while it is decided.
 */
export function reversalAction(sacco: Context['sacco']): ApprovalAction {
  return {
    async lock(trx, scope, entry) {
      await holdPeriods(trx, scope);
      const guarantors = entry.loan_id ? await sacco.repayment_reversal.guarantors(trx, entry.loan_id) : [];
      const members = new Set([...(entry.member_id ? [entry.member_id] : []), ...guarantors]);
      for (const id of [...members].toSorted()) await lockMember(trx, scope, id, 'share');
      await lockOriginal(trx, scope, originalOf(entry));
      if (entry.loan_id) await sacco.repayment_reversal.lock(trx, scope, entry.loan_id);
    },

    async plan(db, scope, entry) {
      const original = await getEntry(db, scope, originalOf(entry));
      const refused = await reversalRefusal({ sacco }, db, scope, original, entry.id);
      if (refused) return refused;
      return entry.loan_id ? sacco.repayment_reversal.plan(db, scope, entry) : {};
    },

    async onApproved(trx, _scope, entry) {
      if (entry.loan_id) await sacco.repayment_reversal.onApproved(trx, entry);
    },

    onDropped: () => Promise.resolve(),
  };
}

function originalOf({ reverses_entry_id }: EntryRow): string {
  return reverses_entry_id as string;
}
