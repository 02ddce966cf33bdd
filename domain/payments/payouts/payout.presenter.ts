/** Payouts as clients and webhooks see them. */
import {
  actorSchema,
  currencySchema,
  movementMoneyFields,
  nullableMoneyFields,
} from '../../../core/common-schemas.ts';
import { money, moneyOrNull } from '../../../core/money.ts';
import { boolean, dateTime, object, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import type { PayoutRow } from './payout.model.ts';
import { PAYOUT_ORIGINS, PAYOUT_STATUSES } from './payout.rules.ts';

export const payoutSchema = resource('Payout', 'Money that a provider sends to a phone or a bank account', {
  id: string,
  status: oneOf(PAYOUT_STATUSES).describe(
    '`unknown`: no result came in time; the provider is asked, and it is not sent again',
  ),
  provider: string,
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  to: object({
    phone: string.nullable(),
    bank_code: string.nullable(),
    account_number: string.nullable(),
    account_name: string.nullable(),
  }),
  reference: string,
  narration: string.nullable(),
  origin: oneOf(PAYOUT_ORIGINS).describe('Whose money it is'),
  origin_id: string.nullable().describe("What it is for; null for the merchant's own money"),
  provider_txn_id: string.nullable().describe("The provider's id of it"),
  ...nullableMoneyFields('fee'),
  failure_code: string.nullable().describe('The same for all providers, as of payments; or what was missing'),
  failure_message: string.nullable(),
  approval_id: string.nullable().describe('Of the request that a second person decides'),
  requested_by: actorSchema,
  marked_by: actorSchema
    .nullable()
    .describe('Who marked or cancelled it; null where the provider said how it ended'),
  note: string.nullable().describe('Of who marked it'),
  created_at: dateTime,
  updated_at: dateTime,
  sent_at: dateTime
    .nullable()
    .describe('When it was first given to the provider; null while it certainly was not'),
  completed_at: dateTime.nullable(),
  replayed: boolean.describe('In the answer to creating it').optional(),
});

export type PayoutWire = Wire<typeof payoutSchema>;

export async function presentPayout(db: Queryable, payout: PayoutRow): Promise<PayoutWire> {
  const [presented] = await presentPayouts(db, [payout]);
  return presented as PayoutWire;
}

export async function presentPayouts(db: Queryable, payouts: readonly PayoutRow[]): Promise<PayoutWire[]> {
  const people = payouts.flatMap(({ project_id, ...payout }) => [
    { project_id, type: payout.requested_by_type, id: payout.requested_by_id },
    { project_id, type: payout.marked_by_type, id: payout.marked_by_id },
  ]);
  const actors = await actorPresenter(db, people);
  return payouts.map((payout) => withActors(payout, actors));
}

function withActors(payout: PayoutRow, actors: ActorPresenter): PayoutWire {
  return {
    id: payout.id,
    status: payout.status,
    provider: payout.provider,
    ...money('amount', payout.amount_minor),
    currency: payout.currency,
    to: {
      phone: payout.to_phone,
      bank_code: payout.to_bank_code,
      account_number: payout.to_account_number,
      account_name: payout.to_account_name,
    },
    reference: payout.reference,
    narration: payout.narration,
    origin: payout.origin,
    origin_id: payout.origin_id,
    provider_txn_id: payout.provider_txn_id,
    ...moneyOrNull('fee', payout.fee_minor),
    failure_code: payout.failure_code,
    failure_message: payout.failure_message,
    approval_id: payout.approval_id,
    requested_by: actors.present(payout.requested_by_type, payout.requested_by_id),
    marked_by: actors.presentOrNull(payout.marked_by_type, payout.marked_by_id),
    note: payout.note,
    created_at: payout.created_at,
    updated_at: payout.updated_at,
    sent_at: payout.sent_at,
    completed_at: payout.completed_at,
  };
}
