/** The transfers of an entry, in the order of their chain. Their ids follow from the entry, so booking it again is a no-op. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { accountId } from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';
import { accountKeyOf, shortageOf } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { legAmount, legsOf } from '../legs.rules.ts';
import type { EntryTransfer, MovementDefinition } from '../movement.ts';

export function entryTransfers({ movements }: Pick<Context, 'movements'>, entry: EntryRow): EntryTransfer[] {
  const definition = movements.of(entry);
  const { before, after } = definition.transfers(entry);
  return [...before, ...legTransfers(definition, entry), ...after];
}

/** One for each leg that moves anything. */
function legTransfers(definition: MovementDefinition, entry: EntryRow): EntryTransfer[] {
  return legsOf(definition, entry).map((leg, i) => {
    const debit = accountKeyOf(leg.debit, entry);
    const credit = accountKeyOf(leg.credit, entry);
    return {
      debit,
      credit,
      transfer: {
        id: derivedUuid(decodeId(entry.id), String(i)),
        debit_account_id: accountId(entry, debit),
        credit_account_id: accountId(entry, credit),
        amount: legAmount(leg, entry),
        code: definition.code,
        phase: null,
        pending_id: null,
        timeout_s: 0,
        reference: entry.id,
        memo: entry.memo,
      },
      reasonFor: (error) => shortageOf(leg, error),
    };
  });
}
