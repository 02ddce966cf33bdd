/** The statements of delivery reports. */
import { defineCommand, defineQuery, int8, orNull, params, text, textOf } from '../../../db/statement.ts';
import type { ReportStatus } from '../notification.rules.ts';

export const findSenderByToken = defineQuery({
  params: params<{ token_hash: string }>(),
  result: { id: text, sender: text },
  sql: 'select id, sender from message_senders where token_hash = :token_hash',
});

export const storeReport = defineQuery({
  params: params<{
    sender_id: string;
    message_ref: string;
    status: ReportStatus;
    reason: string | null;
    now: Date;
  }>(),
  result: { id: int8, status: textOf<ReportStatus>(), reason: orNull(text) },
  sql: `
    insert into message_reports (sender_id, message_ref, status, reason, received_at, applied)
    values (:sender_id, :message_ref, :status, :reason, :now, false) returning id, status, reason`,
});

/** Delivered is final, and beats failed; failed beats sent: so reports may come in any order, and twice. */
const RANK = (status: string): string =>
  `case ${status} when 'queued' then 0 when 'sent' then 1 when 'failed' then 2 when 'delivered' then 3 else 4 end`;

/** Senders of which reports are not applied. */
export const findSendersWithReports = defineQuery({
  params: params<{ since: Date; limit: number }>(),
  result: { id: text },
  sql: `
    select q.id from message_senders q
    where exists (select from message_reports r where r.sender_id = q.id and not r.applied and r.received_at >= :since)
    order by q.id limit :limit`,
});

/**
 * Applies the reports of a sender whose message is known by now. One about a message that is to be sent again says that it was taken
 * after all. Messages are locked in id order, as everywhere.
 */
export const applyReports = defineCommand({
  params: params<{ sender_id: string; since: Date; now: Date; limit: number }>(),
  sql: `
    with open as materialized (
      select id, sender_id, message_ref, status, reason from message_reports
      where sender_id = :sender_id and not applied and received_at >= :since
      order by received_at desc limit :limit for update skip locked
    ), found as materialized (
      select o.id as report_id, n.id, o.status, o.reason from open o cross join lateral (
        select id from notifications where id = o.message_ref and sender_id = o.sender_id
        union
        select id from notifications where sender_id = o.sender_id and provider_id = o.message_ref) n
    ), best as (
      select distinct on (id) id, status, reason from found order by id, ${RANK('status')} desc
    ), locked as materialized (
      select n.id from notifications n where n.id in (select id from best) order by n.id for update
    ), updated as (
      update notifications n set status = b.status, ended_at = :now, next_attempt_at = null, text_sealed = null,
        handed_over_at = coalesce(n.handed_over_at, :now),
        error = case b.status when 'failed' then 'undelivered' end, reason = case b.status when 'failed' then b.reason end
      from best b join locked l on l.id = b.id
      where n.id = b.id and n.attempts > 0 and ${RANK('b.status')} > ${RANK('n.status')}
    )
    update message_reports r set applied = true from found where r.id = found.report_id`,
});

export const deleteReportsBefore = defineQuery({
  params: params<{ first_kept: Date; limit: number }>(),
  result: { id: int8 },
  sql: `
    delete from message_reports where id in (
      select id from message_reports where received_at < :first_kept order by received_at limit :limit) returning id`,
});
