/** What else becomes true, in the same transaction, when an entry of a kind has ended. */
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { EntryKind } from './entry.rules.ts';
import type { EntryRow } from './entry.ts';
import { noteCredit } from '../credits/payment-credit.ts';

type EntryEffect = (trx: Transaction, scope: Scope, entry: EntryRow) => Promise<void>;

export const ENTRY_EFFECTS: Partial<Record<EntryKind, EntryEffect>> = {
  deposit: noteCredit,
  share_purchase: noteCredit,
  entrance_fee: noteEntranceFee,
  member_exit: noteExit,
};

async function noteEntranceFee(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  if (entry.status !== 'posted') return;
  await trx('sacco_members')
    .where({ id: entry.member_id })
    .update({ entrance_fee_paid: true, updated_at: scope.clock.now() });
}

/** Tills that could not cover the exit leave an active member, who may ask again. */
async function noteExit(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void> {
  await trx('sacco_members')
    .where({ id: entry.member_id, status: 'exiting' })
    .update({ status: entry.status === 'posted' ? 'exited' : 'active', updated_at: scope.clock.now() });
}
