/** All movements that there are: those that modules declare, and the reversals that follow from them. */
import { groupBy } from '../../core/group-by.ts';
import { MOVEMENT_KINDS } from '../ledger/index.ts';
import { APPROVAL_KINDS } from './approvals/approval.model.ts';
import { recordCredits } from './credits/payment-credit.ts';
import { reversed } from './legs.rules.ts';
import { ENTRY_KINDS, type EntryKind, type Movement } from './movement.rules.ts';
import { always, type MovementDefinition, type Reversal } from './movement.ts';
import { recordReceipts } from './receipts/receipt.ts';
import type { MovementRegistry } from './registry.port.ts';
import { recordReversals } from './reversals/record-reversals.ts';
import { reversalDecision } from './reversals/reversal-decision.ts';

/** @throws Error when a kind has no definition, or a movement has two */
export function movementRegistry(declared: readonly MovementDefinition[]): MovementRegistry {
  const originals = declared.map(withCredits);
  const all = [
    ...originals,
    ...originals.flatMap((each) => (each.reversal ? [reversalOf(each, each.reversal)] : [])),
  ];
  // Looked up several times for each of many entries.
  const byKind: ReadonlyMap<EntryKind, MovementDefinition[]> = groupBy(all, ({ kind }) => kind);
  const byPurpose = new Map(all.map((each) => [each.payment?.purpose, each]));
  const find = (movement: Movement): MovementDefinition | undefined =>
    byKind.get(movement.kind)?.find((each) => isSame(each, movement));
  for (const kind of ENTRY_KINDS) if (!byKind.has(kind)) throw new Error(`no movement is a ${kind}`);
  for (const each of all) {
    if (find(each) !== each) throw new Error(`${each.title} is declared twice`);
    if (each.is_sent && each.is_reversible) throw new Error(`${each.title} is sent: it cannot be reversed`);
    if (each.approval.when !== 'never' && !APPROVAL_KINDS.some((kind) => kind === each.kind))
      throw new Error(`${each.title} waits for a checker: list ${each.kind} in APPROVAL_KINDS`);
  }
  return {
    all,
    of(movement) {
      const found = find(movement);
      if (found) return found;
      const { kind, source, direction, income, reverses_kind = null } = movement;
      throw new Error(`no movement is a ${kind} from ${source} ${direction} ${income} of ${reverses_kind}`);
    },
    forPurpose(purpose) {
      const found = byPurpose.get(purpose);
      if (found) return found;
      throw new Error(`no movement is for ${purpose}`);
    },
  };
}

function isSame(
  definition: MovementDefinition,
  { source, direction, income, reverses_kind = null }: Movement,
): boolean {
  return (
    definition.source === source &&
    definition.direction === direction &&
    definition.income === income &&
    definition.reverses_kind === reverses_kind
  );
}

/** A movement of a payment's money, or of a receipt's, is recorded there. */
function withCredits(definition: MovementDefinition): MovementDefinition {
  const { payment, source, effects } = definition;
  if (payment) return { ...definition, effects: [...effects, recordCredits, recordReceipts] };
  return source === 'unallocated' ? { ...definition, effects: [...effects, recordReceipts] } : definition;
}

/** A reversal stays: it cannot be reversed itself. */
function reversalOf(original: MovementDefinition, reversal: Reversal): MovementDefinition {
  return {
    ...reversed(original),
    title: `${original.title}, reversed`,
    code: MOVEMENT_KINDS.reversal,
    flow: null,
    approval: always(reversalDecision(reversal)),
    allocation: null,
    effects: reversal.onEnded ? [recordReversals, reversal.onEnded] : [recordReversals],
    reversal: null,
    is_reversible: false,
    payment: null,
    message: null,
  };
}
