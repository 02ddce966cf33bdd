/** The statements on refunds whose new values follow from the stored ones. */
import { defineCommand, defineQuery, orNull, params, textOf } from '../../../db/statement.ts';
import type { PaymentDestinationKind } from '../destination.port.ts';

/** Moves what a refund reserved of its payment: adds it to what is refunded, or releases it. */
export const resolveReservation = defineQuery({
  params: params<{ payment_id: string; refunded_minor: bigint; released_minor: bigint; now: Date }>(),
  result: { credit_to: orNull(textOf<PaymentDestinationKind>()) },
  sql: `
    update payments set refunded_minor = refunded_minor + :refunded_minor, refunding_minor = refunding_minor - :released_minor,
      updated_at = :now
    where id = :payment_id returning credit_to`,
});

export const claimRefundCall = defineCommand({
  params: params<{ id: string; name: string; now: string }>(),
  sql: `
    update refunds set provider_data = provider_data || jsonb_build_object(:name::text, :now::text)
    where id = :id and not jsonb_exists(provider_data, :name)`,
});

export const releaseRefundCall = defineCommand({
  params: params<{ id: string; name: string }>(),
  sql: 'update refunds set provider_data = provider_data - :name::text where id = :id',
});

export const saveRefundAnswer = defineCommand({
  /** @param added JSON of an object */
  params: params<{ id: string; provider: string; added: string; provider_refund_id: string | null }>(),
  sql: `
    update refunds set provider = :provider, provider_data = provider_data || :added::jsonb,
      provider_refund_id = coalesce(:provider_refund_id::text, provider_refund_id)
    where id = :id`,
});
