/** The transfers of an entry, in the order of their chain. */
import type { Context } from '../../platform/context.ts';
import { accountKeyOf } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { entryTransfer } from '../entries/entry-transfer.ts';
import { legAmount, legsOf } from '../legs.rules.ts';
import type { EntryTransfer, MovementDefinition } from '../movement.ts';

export function entryTransfers({ movements }: Pick<Context, 'movements'>, entry: EntryRow): EntryTransfer[] {
  const definition = movements.of(entry);
  const { before, after } = definition.transfers(entry);
  return [...before, ...legTransfers(definition, entry), ...after];
}

/** One for each leg that moves anything. */
function legTransfers(definition: MovementDefinition, entry: EntryRow): EntryTransfer[] {
  return legsOf(definition, entry).map((leg, place) => {
    const accounts = { debit: accountKeyOf(leg.debit, entry), credit: accountKeyOf(leg.credit, entry) };
    return entryTransfer(entry, { ...accounts, amount_minor: legAmount(leg, entry) }, place);
  });
}
