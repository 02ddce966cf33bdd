/** Whether, and which, savings accounts a movement moves. */
import type { Side } from '../../ledger/index.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { movedBy } from '../legs.rules.ts';
import type { MovementDefinition } from '../movement.ts';

/** The definition has a leg that moves savings. */
export function movesSavings({ legs }: Pick<MovementDefinition, 'legs'>): boolean {
  return legs.some(({ debit, credit }) => debit === 'member_savings' || credit === 'member_savings');
}

/** The savings accounts that the entry debits or credits; null is the default one. */
export function savingsMovedOn(
  side: Side,
  definition: Pick<MovementDefinition, 'legs'>,
  entry: EntryRow,
): (string | null)[] {
  const keys = movedBy(definition, entry).map((moved) => moved[side]);
  const owners = keys.flatMap(({ kind, owner, member_id }) =>
    kind === 'member_savings' ? [member_id === undefined ? null : owner] : [],
  );
  return [...new Set(owners)];
}

/** Whether the entry moves no savings, or only the default account and only pays in there: then no product has a rule about it. */
export function isWithoutRules(definition: Pick<MovementDefinition, 'legs'>, entry: EntryRow): boolean {
  if (!movesSavings(definition)) return true;
  if (entry.savings_account_id !== null || entry.to_savings_account_id !== null) return false;
  return !definition.legs.some(({ debit }) => debit === 'member_savings');
}
