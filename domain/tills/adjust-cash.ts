/** Counted cash that differs from the books; a checker decides. */
import { formatMoney } from '../../core/money.ts';
import {
  type entries,
  always,
  defineMovement,
  leg,
  requestEntry,
  type Leg,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { dropCount, recordDifferences } from './sessions/session-effects.ts';

const counted = (direction: entries.Direction, legs: [Leg]) =>
  defineMovement({
    title: `Cash counted ${direction}`,
    kind: 'cash_adjustment',
    direction,
    legs,
    approval: always({ onDropped: dropCount }),
    cash_from: 'open_till_or_vault',
    onEnded: recordDifferences,
    reversal: {},
  });

export const CASH_ADJUSTMENTS = [
  counted('in', [leg('cash_on_hand', 'cash_adjustments')]),
  counted('out', [leg('cash_adjustments', 'cash_on_hand')]),
];

/** @throws AppError as `requestEntry` */
export function adjustCash(
  caller: Caller,
  body: MovementRequest & { direction: entries.Direction; memo: string },
): Promise<RequestedEntry> {
  const { amount_minor, direction, memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco cash-adjustments'],
    body,
    entry: { kind: 'cash_adjustment', direction, member_id: null, amount_minor, memo },
    summary: ({ currency }) => `Cash counted ${direction}: ${formatMoney(amount_minor, currency)}, ${memo}`,
  });
}
