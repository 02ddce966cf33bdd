/** What else becomes true, in the same transaction, when an entry has ended. The booking table says which effect it has. */
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { recordCredit } from '../credits/payment-credit.ts';
import type { EntryEffectName } from './booking-table.rules.ts';
import type { EntryRow } from './entry.ts';

type EntryEffect = (trx: Transaction, scope: Scope, entry: EntryRow) => Promise<void>;

export const ENTRY_EFFECTS: Record<EntryEffectName, EntryEffect> = {
  record_credit: recordCredit,
  record_entrance_fee: recordEntranceFee,
  record_exit: recordExit,
};

async function recordEntranceFee(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  if (entry.status !== 'posted') return;
  await trx('sacco_members')
    .where({ id: entry.member_id })
    .update({ entrance_fee_paid: true, updated_at: scope.clock.now() });
}

/** Tills that could not cover the exit leave an active member, who may ask again. */
async function recordExit(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  await trx('sacco_members')
    .where({ id: entry.member_id, status: 'exiting' })
    .update({ status: entry.status === 'posted' ? 'exited' : 'active', updated_at: scope.clock.now() });
}
