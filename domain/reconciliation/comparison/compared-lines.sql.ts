/** The statement that reads lines beside what our books have. */
import type { Currency } from '../../../core/money.ts';
import {
  bool,
  defineQuery,
  int8,
  orNull,
  params,
  tableColumns,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { payouts } from '../../payments/index.ts';
import type { LineRow } from '../resolutions/line.model.ts';
import { IS_DONE } from '../runs/run.sql.ts';

export const OUR_TYPES = ['payment', 'refund', 'payout'] as const;

export interface ComparedLineRow extends LineRow {
  is_done: boolean;
  /** See `SuggestibleLine`. */
  is_id_taken: boolean;
  /** What the line names; null, as are all that follow, where it names nothing. */
  our_type: (typeof OUR_TYPES)[number] | null;
  our_id: string | null;
  our_reference: string | null;
  our_provider_txn_id: string | null;
  our_amount_minor: bigint | null;
  our_currency: Currency | null;
  our_status: string | null;
  /** When it was completed, else made. */
  our_time: Date | null;
  /** The customer or payee; the phone where no name is known. */
  our_name: string | null;
  payout_origin: payouts.PayoutRow['origin'] | null;
  payout_outcome: payouts.PayoutRow['outcome'];
}

/**
 * Lines of a run in the order of the file, each with the payment, refund or payout that it names. The page is cut before what it
 * names is looked up.
 */
export const listComparedLines = defineQuery({
  params: params<{
    run_id: string;
    provider: string;
    after_line_no: number;
    /** null: any. */
    match_status: string | null;
    /** null: both. */
    done: boolean | null;
    limit: number;
  }>(),
  result: tableColumns<ComparedLineRow>('reconciliation_lines', {
    is_done: bool,
    is_id_taken: bool,
    our_type: orNull(textOf<(typeof OUR_TYPES)[number]>()),
    our_id: orNull(text),
    our_reference: orNull(text),
    our_provider_txn_id: orNull(text),
    our_amount_minor: orNull(int8),
    our_currency: orNull(textOf<Currency>()),
    our_status: orNull(text),
    our_time: orNull(timestamptz),
    our_name: orNull(text),
    payout_origin: orNull(textOf<payouts.PayoutRow['origin']>()),
    payout_outcome: orNull(textOf<NonNullable<payouts.PayoutRow['outcome']>>()),
  }),
  sql: `
    with page as materialized (
      select l.*, ${IS_DONE} as is_done
      from reconciliation_lines l
      left join payments p on l.kind = 'payment' and l.match_status = 'matched' and p.id = l.payment_id
      where l.run_id = :run_id and l.line_no > :after_line_no
        and (:match_status::text is null or l.match_status = :match_status)
        and (:done::boolean is null or ${IS_DONE} = :done)
      order by l.line_no limit :limit
    )
    select l.*,
      case when l.status <> 'open' then false
        when l.kind = 'payment' then p.provider_txn_id is distinct from l.provider_txn_id and exists (
          select from payments h
          where h.project_id = l.project_id and h.environment = l.environment and h.provider = :provider
            and h.provider_txn_id = l.provider_txn_id and h.id <> l.payment_id)
        else exists (
          select from reconciliation_bookings b
          where b.line_id <> l.id and b.key = reconciliation_booking_key(l.project_id, l.environment, :provider, l.kind,
            coalesce(l.provider_txn_id, l.reference)))
      end as is_id_taken,
      case when r.id is not null then 'refund' when o.id is not null then 'payout' when p.id is not null then 'payment' end as our_type,
      coalesce(r.id, o.id, p.id) as our_id,
      coalesce(o.reference, p.reference) as our_reference,
      case when r.id is not null then r.provider_refund_id else coalesce(o.provider_txn_id, p.provider_txn_id) end
        as our_provider_txn_id,
      coalesce(r.amount_minor, o.amount_minor, p.amount_minor) as our_amount_minor,
      coalesce(r.currency, o.currency, p.currency) as our_currency,
      coalesce(r.status, o.status, p.status) as our_status,
      coalesce(r.completed_at, r.created_at, o.completed_at, o.created_at, p.completed_at, p.created_at) as our_time,
      coalesce(o.to_account_name, o.to_phone, c.full_name, p.customer_phone) as our_name,
      o.origin as payout_origin, o.outcome as payout_outcome
    from page l
    left join payments p on p.id = l.payment_id
    left join refunds r on r.id = l.refund_id
    left join payouts o on o.id = l.payout_id
    left join sacco_payment_credits k on k.payment_id = l.payment_id
    left join sacco_members m on m.id = k.member_id
    left join wallet_topups t on t.payment_id = l.payment_id
    left join customers c on c.id = coalesce(m.customer_id, t.customer_id)
    order by l.line_no`,
});
