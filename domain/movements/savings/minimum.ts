/**
 * The balance that a savings account keeps after a movement, as the last transfers of its chain: what is to be kept is held and released
 * at once. If the account holds less the ledger refuses the chain, whatever else is moved at the same time.
 */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { accountId, MOVEMENT_KINDS, type Transfer } from '../../ledger/index.ts';
import { accountKeyOf } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import type { EntryTransfer } from '../movement.ts';

export function minimumKept(entry: EntryRow): EntryTransfer[] {
  if (entry.keep_minor === 0n) return [];
  const debit = accountKeyOf('member_savings', entry);
  const credit = accountKeyOf('guarantee_clearing', entry);
  const id = derivedUuid(decodeId(entry.id), 'minimum');
  const held: Transfer = {
    id,
    debit_account_id: accountId(entry, debit),
    credit_account_id: accountId(entry, credit),
    amount: entry.keep_minor,
    code: MOVEMENT_KINDS[entry.kind],
    phase: 'pending',
    pending_id: null,
    timeout_s: 0,
    reference: entry.id,
    memo: entry.memo,
  };
  const released: Transfer = {
    ...held,
    id: derivedUuid(decodeId(entry.id), 'minimum released'),
    phase: 'void',
    pending_id: id,
  };
  const keys = { debit, credit };
  return [
    {
      ...keys,
      transfer: held,
      reasonFor: (error) =>
        error === 'exceeds_credits' || error === 'id_already_failed' ? 'below_minimum' : null,
    },
    { ...keys, transfer: released, reasonFor: () => null },
  ];
}
