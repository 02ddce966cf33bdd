/** The top-up's state machine, as data. Pure. */
import { derivedUuid, decodeId } from '../../../core/ids.ts';

export const TOPUP_STATUSES = [
  'pending',
  'credited',
  'blocked',
  'refunded',
  'reversed',
  'cancelled',
] as const;
export type TopupStatus = (typeof TOPUP_STATUSES)[number];

export type TopupEvent =
  | 'payment_completed'
  | 'payment_failed'
  | 'crediting'
  | 'credited'
  | 'blocked'
  | 'reversing'
  | 'reversed'
  | 'refund_started'
  | 'refund_succeeded'
  | 'refund_undone';

/**
 * The status after each event; an event that is not listed is refused. Once reversed, the money is the merchant's like any
 * other, and refunds do not concern the top-up any more.
 */
const TRANSITIONS: Record<TopupEvent, Partial<Record<TopupStatus, TopupStatus>>> = {
  // A late success revives a top-up that a failure had cancelled.
  payment_completed: { pending: 'pending', cancelled: 'pending' },
  payment_failed: { pending: 'cancelled', cancelled: 'cancelled' },
  // The first try, and a person's retry.
  crediting: { pending: 'pending', blocked: 'pending' },
  credited: { pending: 'credited' },
  blocked: { pending: 'blocked', blocked: 'blocked' },
  reversing: { credited: 'credited' },
  reversed: { credited: 'reversed' },
  refund_started: { pending: 'refunded', blocked: 'refunded', reversed: 'reversed' },
  refund_succeeded: { refunded: 'refunded', reversed: 'reversed' },
  refund_undone: { refunded: 'pending', reversed: 'reversed' },
};

/** The status after the event, or null when the event is not possible now. */
export function topupAfter(status: TopupStatus, event: TopupEvent): TopupStatus | null {
  return TRANSITIONS[event][status] ?? null;
}

/** The id of a top-up's next movement: the same however often that attempt is repeated. */
export function topupMovementId(payment_id: string, attempt: number): string {
  return derivedUuid(decodeId(payment_id), 'topup', String(attempt));
}
