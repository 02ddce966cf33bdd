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

/** The next attempt is due at that moment at the latest: a callback may have asked for an earlier one. */
export const endRefundAttempt = defineCommand({
  params: params<{ id: string; attempts: number; status: string; next_attempt_at: Date }>(),
  sql: `
    update refunds set status = :status, next_attempt_at = least(next_attempt_at, :next_attempt_at)
    where id = :id and attempts = :attempts and outcome is null`,
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
