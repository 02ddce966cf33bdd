/** What else becomes true, in the same transaction, when entries have ended. The booking table says which effects each has. */
import { groupBy } from '../../../core/group-by.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Unit } from '../../platform/unit.ts';
import { recordCredit } from '../credits/payment-credit.ts';
import type { EndedEntry, EntryEffect, OwnEffectName } from '../extension.port.ts';
import { recordReversals } from '../reversals/record-reversals.ts';
import { SaccoMember } from '../members/member.model.ts';
import { bookingOf } from './booking-table.rules.ts';
import type { EntryEffectName } from './movement.rules.ts';

const OWN_EFFECTS: Record<OwnEffectName, EntryEffect> = {
  record_credit: eachEnded(recordCredit),
  record_entrance_fee: eachEnded(recordEntranceFee),
  record_exit: eachEnded(recordExit),
  record_reversal: recordReversals,
};

export async function applyEntryEffects(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const due = ended.flatMap((each) => bookingOf(each.entry).effects.map((effect) => ({ effect, each })));
  const effects: Record<EntryEffectName, EntryEffect> = { ...OWN_EFFECTS, ...unit.ctx.sacco.effects };
  for (const [name, some] of groupBy(due, ({ effect }) => effect))
    await effects[name](
      unit,
      some.map(({ each }) => each),
    );
}

function eachEnded(effect: (trx: Transaction, ended: EndedEntry) => Promise<void>): EntryEffect {
  return async ({ trx }, ended) => {
    for (const each of ended) await effect(trx, each);
  };
}

async function recordEntranceFee(trx: Transaction, { scope, entry }: EndedEntry): Promise<void> {
  if (entry.status !== 'posted') return;
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: entry.member_id as string })
    .patch({ entrance_fee_paid: true, updated_at: scope.clock.now() });
}

/** Tills that could not cover the exit leave an active member, who may ask again. */
async function recordExit(trx: Transaction, { scope, entry }: EndedEntry): Promise<void> {
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: entry.member_id as string, status: 'exiting' })
    .patch({ status: entry.status === 'posted' ? 'exited' : 'active', updated_at: scope.clock.now() });
}
