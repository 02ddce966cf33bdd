/** What else becomes true, in the same transaction, when an entry has ended. The booking table says which effect it has. */
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { recordCredit } from '../credits/payment-credit.ts';
import type { EntryEffectName } from './booking-table.rules.ts';
import { SaccoMember } from '../members/member.model.ts';
import type { EntryRow } from './entry.model.ts';

type EntryEffect = (trx: Transaction, scope: Scope, entry: EntryRow) => Promise<void>;

export const ENTRY_EFFECTS: Record<EntryEffectName, EntryEffect> = {
  record_credit: recordCredit,
  record_entrance_fee: recordEntranceFee,
  record_exit: recordExit,
};

async function recordEntranceFee(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  if (entry.status !== 'posted') return;
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: entry.member_id as string })
    .patch({ entrance_fee_paid: true, updated_at: scope.clock.now() });
}

/** Tills that could not cover the exit leave an active member, who may ask again. */
async function recordExit(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: entry.member_id as string, status: 'exiting' })
    .patch({ status: entry.status === 'posted' ? 'exited' : 'active', updated_at: scope.clock.now() });
}
