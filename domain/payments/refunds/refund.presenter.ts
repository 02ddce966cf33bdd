/** Refunds as clients and webhooks see them. */
import { actorSchema, currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import { REFUND_STATUSES, type RefundRow } from './refund.model.ts';

export const refundSchema = resource('Refund', 'All or part of a payment on its way back to the payer', {
  id: string,
  payment_id: string,
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  status: oneOf(REFUND_STATUSES),
  reason: string.nullable(),
  requested_by: actorSchema.nullable().describe('Null for refunds from before it was kept'),
  marked_by: actorSchema.nullable().describe('Who said how it ended; null where the provider did'),
  manual: boolean.describe('The provider has no API for refunds: a person makes it and marks how it ended'),
  note: string.nullable(),
  provider_refund_id: string.nullable(),
  failure_code: string.nullable().describe("One of the payments' own"),
  failure_message: string.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  completed_at: dateTime.nullable(),
  replayed: boolean.describe('In the answer to creating it').optional(),
});

type RefundWire = Wire<typeof refundSchema>;

export async function presentRefund(db: Queryable, refund: RefundRow): Promise<RefundWire> {
  const [presented] = await presentRefunds(db, [refund]);
  return presented as RefundWire;
}

export async function presentRefunds(db: Queryable, refunds: readonly RefundRow[]): Promise<RefundWire[]> {
  const people = refunds.flatMap(({ project_id, ...refund }) => [
    { project_id, type: refund.requested_by_type, id: refund.requested_by_id },
    { project_id, type: refund.marked_by_type, id: refund.marked_by_id },
  ]);
  const actors = await actorPresenter(db, people);
  return refunds.map((refund) => withActors(refund, actors));
}

function withActors(refund: RefundRow, actors: ActorPresenter): RefundWire {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    ...money('amount', refund.amount_minor),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    requested_by: actors.presentOrNull(refund.requested_by_type, refund.requested_by_id),
    marked_by: actors.presentOrNull(refund.marked_by_type, refund.marked_by_id),
    manual: refund.manual,
    note: refund.note,
    provider_refund_id: refund.provider_refund_id,
    failure_code: refund.failure_code,
    failure_message: refund.failure_message,
    created_at: refund.created_at,
    updated_at: refund.updated_at,
    completed_at: refund.completed_at,
  };
}
