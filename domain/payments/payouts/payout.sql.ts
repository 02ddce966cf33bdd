/** The statements on payouts whose new values follow from the stored ones. */
import {
  defineCommand,
  defineQuery,
  int4,
  numeric,
  params,
  tableColumns,
  text,
  textOf,
} from '../../../db/statement.ts';
import type { PayoutRow } from './payout.model.ts';
import type { PayoutStatus } from './payout.rules.ts';

/**
 * Begins to send a payout that is held, or to send one again that is being sent: each once, and only while payouts are enabled. The row
 * of the settings is locked until the commit, so that nothing begins to be sent after they were turned off.
 */
export const startSending = defineQuery({
  params: params<{ id: string; from: 'held' | 'sending'; now: Date }>(),
  result: tableColumns<PayoutRow>('payouts'),
  sql: `
    with allowed as materialized (
      select s.enabled from payout_settings s join payouts p using (project_id, environment, provider)
      where p.id = :id and s.enabled for share of s
    )
    update payouts set status = 'sending', updated_at = :now,
      sent_at = coalesce(sent_at, :now), resent_at = case when status = 'sending' then :now::timestamptz end
    where id = :id and status = :from and resent_at is null and held and outcome is null and exists (select from allowed)
    returning *`,
});

/** What the provider wants to pay now is under way still, and payouts are enabled. */
export const findPayable = defineQuery({
  params: params<{ id: string }>(),
  result: { id: text },
  sql: `
    select p.id from payouts p join payout_settings s using (project_id, environment, provider)
    where p.id = :id and p.status in ('sending', 'unknown') and p.outcome is null and s.enabled for share of p, s`,
});

/** The newest line of a statement by which the provider has paid it. */
export const findListing = defineQuery({
  params: params<{ id: string }>(),
  result: { run_id: text, line_no: int4 },
  sql: `
    select run_id, line_no from reconciliation_lines
    where payout_id = :id and match_status in ('matched', 'status_mismatch') order by run_id desc, line_no limit 1`,
});

/** Changes the status of a payout that is not decided. One that was sent twice is not held again: only of the last it is known. */
export const changeStatus = defineQuery({
  params: params<{ id: string; from: readonly PayoutStatus[]; to: PayoutStatus; now: Date }>(),
  result: { from: textOf<PayoutStatus>() },
  sql: `
    with present as materialized (
      select id, status from payouts where id = :id and status = any(:from::text[]) and outcome is null
        and (:to <> 'held' or resent_at is null) for update
    )
    update payouts p set status = :to, updated_at = :now,
      sent_at = case when :to = 'held' then null else p.sent_at end
    from present where p.id = present.id
    returning present.status as "from"`,
});

/** Only while it is being sent: a process that stood still meanwhile sends nothing that was decided since. */
export const claimPayoutCall = defineCommand({
  params: params<{ id: string; name: string; now: string }>(),
  sql: `
    update payouts set provider_data = provider_data || jsonb_build_object(:name::text, :now::text)
    where id = :id and status = 'sending' and outcome is null and not jsonb_exists(provider_data, :name)`,
});

export const releasePayoutCall = defineCommand({
  params: params<{ id: string; name: string }>(),
  sql: 'update payouts set provider_data = provider_data - :name::text where id = :id',
});

export const savePayoutAnswer = defineCommand({
  /** @param added JSON of an object */
  params: params<{ id: string; added: string; provider_txn_id: string | null; fee_minor: bigint | null }>(),
  sql: `
    update payouts set provider_data = provider_data || :added::jsonb,
      provider_txn_id = coalesce(:provider_txn_id::text, provider_txn_id), fee_minor = coalesce(:fee_minor::bigint, fee_minor)
    where id = :id`,
});

/** What is remembered of a callback, after which the provider is asked at once, also where the payout has ended. */
export const saveCallback = defineCommand({
  /** @param added JSON of an object @param counted 1 or 0 @param since callbacks are counted anew where the count began before */
  params: params<{ id: string; added: string; counted: number; since: Date; now: Date }>(),
  sql: `
    update payouts set provider_data = provider_data || :added::jsonb,
      callbacks = case when callbacks_since > :since then callbacks else 0 end + :counted::integer,
      callbacks_since = case when callbacks_since > :since then callbacks_since else :now::timestamptz end,
      next_attempt_at = case when status in ('awaiting_approval', 'held') then next_attempt_at else :now end
    where id = :id`,
});

/** What was paid, or is to be, of the payouts that were created on a day. */
export const sumOfDay = defineQuery({
  params: params<
    Record<'project_id' | 'environment' | 'provider' | 'currency', string> & { from: Date; before: Date }
  >(),
  result: { amount_minor: numeric },
  sql: `
    select coalesce(sum(amount_minor), 0) as amount_minor from payouts
    where project_id = :project_id and environment = :environment and provider = :provider and currency = :currency
      and created_at >= :from and created_at < :before and (outcome is null or outcome = 'succeeded')`,
});

/** The oldest of those that wait for payouts to be enabled are due. */
export const wakeHeld = defineQuery({
  params: params<Record<'project_id' | 'environment' | 'provider', string> & { limit: number; now: Date }>(),
  result: { id: text },
  sql: `
    update payouts set next_attempt_at = :now where id in (
      select id from payouts
      where project_id = :project_id and environment = :environment and provider = :provider and status = 'held'
        and outcome is null and next_attempt_at is not null
      order by id limit :limit for update skip locked
    ) returning id`,
});

/**
 * The same for one that was found to wait while payouts were being enabled: whoever enables them may have looked before it waited. Their
 * commit is waited for, so that one of both wakes it.
 */
export const wakeIfEnabled = defineQuery({
  params: params<{ id: string; now: Date }>(),
  result: { id: text },
  sql: `
    with settings as materialized (
      select s.enabled from payout_settings s join payouts p using (project_id, environment, provider)
      where p.id = :id for share of s
    )
    update payouts set next_attempt_at = :now
    where id = :id and status = 'held' and outcome is null and next_attempt_at > :now
      and exists (select from settings where enabled)
    returning id`,
});
