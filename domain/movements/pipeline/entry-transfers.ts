/** What the ledger is asked to book of an entry, as one chain: at once, or first as holds that a second chain ends. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Context } from '../../platform/context.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { entryTransfer } from '../entries/entry-transfer.ts';
import { movedBy, sentAmount } from '../legs.rules.ts';
import { minimumKept } from '../savings/minimum.ts';
import type { EntryTransfer, MovementDefinition } from '../movement.ts';

type Movements = Pick<Context, 'movements'>;

/** Of an entry that a provider is to pay out, its legs are only held. */
export function entryTransfers(base: Movements, entry: EntryRow): EntryTransfer[] {
  return [...movingTransfers(base, entry), ...minimumKept(entry)];
}

function movingTransfers({ movements }: Movements, entry: EntryRow): EntryTransfer[] {
  const definition = movements.of(entry);
  const { before, after } = definition.transfers(entry);
  const legs = legTransfers(definition, entry);
  return [...before, ...(sentAmount(definition, entry) > 0n ? legs.map(held) : legs), ...after];
}

/**
 * What ends an entry whose legs are held: they are posted, or everything that it holds is released. What it holds besides, such
 * as guarantees, stays held when it is posted.
 */
export function endingTransfers(
  { movements }: Movements,
  entry: EntryRow,
  outcome: 'posted' | 'failed',
): EntryTransfer[] {
  if (outcome === 'posted')
    return legTransfers(movements.of(entry), entry).map((each) => resolving(entry, held(each), 'post'));
  return movingTransfers({ movements }, entry)
    .filter(({ transfer }) => transfer.phase === 'pending')
    .map((each) => resolving(entry, each, 'void'));
}

/** One for each account that a leg moves. */
function legTransfers(definition: MovementDefinition, entry: EntryRow): EntryTransfer[] {
  return movedBy(definition, entry).map((moved, place) => entryTransfer(entry, moved, place));
}

/** What a provider holds for the cooperative is the float from which it sends. */
function held({ transfer, reasonFor, ...keys }: EntryTransfer): EntryTransfer {
  return {
    ...keys,
    transfer: { ...transfer, phase: 'pending' },
    reasonFor(error) {
      const reason = reasonFor(error);
      return reason === 'insufficient_clearing' ? 'insufficient_float' : reason;
    },
  };
}

function resolving(
  entry: EntryRow,
  { transfer, ...keys }: EntryTransfer,
  phase: 'post' | 'void',
): EntryTransfer {
  const id = derivedUuid(decodeId(entry.id), phase, transfer.id);
  // A hold has no end of its own, and nothing else resolves it.
  return { ...keys, transfer: { ...transfer, id, phase, pending_id: transfer.id }, reasonFor: () => null };
}
