/** Tells members of their movements once these are posted, as the movements declare. */
import { amountText, queueMessages } from '../../messages/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EndedEntry } from '../movement.ts';

export async function tellMembers(unit: Unit, ended: readonly EndedEntry[]): Promise<void> {
  await queueMessages(
    unit,
    ended.flatMap(({ scope, entry }) => {
      const { id, member_id, status, amount_minor, currency, local_date: date } = entry;
      const { message: template } = unit.ctx.movements.of(entry);
      if (template === null || member_id === null || status !== 'posted') return [];
      const variables = { amount: amountText(amount_minor, currency), date, reference: id };
      return [{ scope, member_id, template, cause: id, entry_id: id, variables }];
    }),
  );
}
