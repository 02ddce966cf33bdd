/** The statements that find the rows which the lines of a statement may match. */
import type { Currency } from '../../../core/money.ts';
import { date, defineQuery, int4, int8, orNull, params, text, textOf } from '../../../db/statement.ts';
import type { payouts, PaymentStatus } from '../../payments/index.ts';
import type { LineKind } from '../parsing/statement.rules.ts';

const PAYMENT_COLUMNS = 'p.id, p.reference, p.provider_txn_id, p.amount_minor, p.currency, p.status';
const OF_PROVIDER = 'p.project_id = :project_id and p.environment = :environment and p.provider = :provider';

type Source = Record<'project_id' | 'environment' | 'provider', string>;

const payment = {
  id: text,
  reference: text,
  provider_txn_id: orNull(text),
  amount_minor: int8,
  currency: textOf<Currency>(),
  status: textOf<PaymentStatus>(),
};

/** A payment that a line names in two ways is found once, so that as few rows as possible are read. */
export const findNamedPayments = defineQuery({
  params: params<Source & Record<'references' | 'provider_txn_ids' | 'ids', readonly string[]>>(),
  result: payment,
  sql: `
    with refs as materialized (
      select reference from unnest(:references::text[]) as v(reference)
    ), txns as materialized (
      select provider_txn_id from unnest(:provider_txn_ids::text[]) as v(provider_txn_id)
    ), found as (
      select ${PAYMENT_COLUMNS} from refs join payments p on ${OF_PROVIDER} and p.reference = refs.reference
      union all
      select ${PAYMENT_COLUMNS} from txns join payments p on ${OF_PROVIDER} and p.provider_txn_id = txns.provider_txn_id
        where not exists (select from refs where refs.reference = p.reference)
      union all
      select ${PAYMENT_COLUMNS} from unnest(:ids::text[]) as v(id) join payments p on p.id = v.id and ${OF_PROVIDER}
    )
    select * from found`,
});

/** The index `payments_by_id_end` names the providers for which this is needed. */
export const findPaymentsByIdEnds = defineQuery({
  params: params<Source & { ends: readonly string[] }>(),
  result: payment,
  sql: `select ${PAYMENT_COLUMNS} from payments p where ${OF_PROVIDER} and right(p.id, 12) = any(:ends::text[])`,
});

export const findSucceededRefunds = defineQuery({
  params: params<{ payment_ids: readonly string[]; project_id: string; environment: string }>(),
  result: { id: text, payment_id: text, amount_minor: int8 },
  sql: `
    select r.id, r.payment_id, r.amount_minor from unnest(:payment_ids::text[]) as w(payment_id)
    join refunds r using (payment_id)
    where r.project_id = :project_id and r.environment = :environment and r.status = 'succeeded' order by r.id`,
});

/** Payouts that lines name by an id of ours, by the provider's, or by their reference, each once. */
export const findNamedPayouts = defineQuery({
  params: params<Source & { names: readonly string[] }>(),
  result: {
    id: text,
    reference: text,
    provider_txn_id: orNull(text),
    amount_minor: int8,
    currency: textOf<Currency>(),
    status: textOf<payouts.PayoutStatus>(),
    origin: textOf<payouts.PayoutRow['origin']>(),
  },
  sql: `
    with names as materialized (
      select name from unnest(:names::text[]) as v(name)
    ), found as (
      select p.id from names join payouts p on ${OF_PROVIDER} and p.provider_txn_id = names.name
      union select p.id from names join payouts p on ${OF_PROVIDER} and p.reference = names.name
      union select p.id from names join payouts p on p.id = names.name and ${OF_PROVIDER}
    )
    select p.id, p.reference, p.provider_txn_id, p.amount_minor, p.currency, p.status, p.origin
    from found join payouts p using (id)
    -- Of several with one reference, the last counts: one of ours rather than a client's, and one that was or may be paid.
    order by p.origin <> 'merchant', p.outcome is null or p.outcome = 'succeeded', p.id`,
});

export const findAnyPayout = defineQuery({
  params: params<Source>(),
  result: { id: text },
  sql: `select p.id from payouts p where ${OF_PROVIDER} limit 1`,
});

export const findBookedLines = defineQuery({
  params: params<Source & { kinds: readonly string[]; external_ids: readonly string[] }>(),
  result: {
    kind: textOf<LineKind>(),
    external_id: text,
    amount_minor: int8,
    date: orNull(date),
    run_id: text,
    line_no: int4,
  },
  sql: `
    select distinct on (w.kind, w.external_id) w.kind, w.external_id, abs(l.amount_minor) as amount_minor, l.date, l.run_id, l.line_no
    from unnest(:kinds::text[], :external_ids::text[]) as w(kind, external_id)
    join reconciliation_bookings b
      on b.key = reconciliation_booking_key(:project_id, :environment::environment, :provider, w.kind, w.external_id)
    join reconciliation_lines l on l.id = b.line_id and l.status = 'resolved'`,
});
