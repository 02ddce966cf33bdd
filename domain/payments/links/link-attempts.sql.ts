/** The statements on the one payment under way of one-time links. */
import { bool, defineCommand, defineQuery, params, tableColumns } from '../../../db/statement.ts';
import type { PaymentLinkRow } from './payment-link.model.ts';

/** Payers of reusable links do not wait for each other. */
export const lockOneTimeLinks = defineQuery({
  params: params<{ ids: readonly string[] }>(),
  result: tableColumns<PaymentLinkRow>('payment_links'),
  sql: `select * from payment_links where id = any(:ids::text[]) and not reusable order by id for no key update`,
});

export const startAttempts = defineCommand({
  params: params<{
    link_id: readonly string[];
    attempt_id: readonly string[];
    attempt_until: readonly Date[];
  }>(),
  sql: `
    update payment_links l set attempt_id = w.attempt_id, attempt_until = w.attempt_until
    from unnest(:link_id::text[], :attempt_id::text[], :attempt_until::timestamptz[]) as w(id, attempt_id, attempt_until)
    where l.id = w.id and not l.reusable`,
});

/** Frees the link for others, unless another payment has begun since. */
export const freeLink = defineCommand({
  params: params<{ link_id: string; attempt_id: string }>(),
  sql: `
    update payment_links set attempt_id = null, attempt_until = null where id = :link_id and attempt_id = :attempt_id`,
});

/** Completes the link, even one that was disabled; a payment that finds it completed is one too many. */
export const completeOneTimeLink = defineQuery({
  params: params<{ link_id: string; now: Date }>(),
  result: { is_overpaid: bool, refund_overpaid: bool },
  sql: `
    with before as (
      select id, status from payment_links where id = :link_id and not reusable for no key update
    )
    update payment_links l set status = 'completed', attempt_id = null, attempt_until = null,
      updated_at = case before.status when 'completed' then l.updated_at else :now end,
      overpaid_payments = overpaid_payments + (before.status = 'completed')::integer
    from before where l.id = before.id
    returning before.status = 'completed' as is_overpaid, l.refund_overpaid`,
});
