/** What waits and is not to be sent any more: its member has opted out, is reached elsewhere, or it is true no more. */
import type { ColumnsOf } from '../../../db/columns-of.ts';
import type { ScopeColumns } from '../../../db/model.ts';
import { defineCommand, params } from '../../../db/statement.ts';
import { kyc } from '../../customers/index.ts';
import type { NotificationRow } from '../notification.model.ts';
import { BY_SMS_ALONE, type Template } from '../templates/templates.rules.ts';

/** A condition over `notifications n`: the member has opted out of its channel. */
export const OPTED_OUT_SQL = `exists (
  select from member_preferences w where w.member_id = n.member_id and case n.channel when 'sms' then w.sms else w.email end is false)`;

/** A condition over `notifications n`: it goes to the phone, which is verified, or the address that the member has now. */
export const REACHES_MEMBER_SQL = `exists (
  select from sacco_members m join customers c on c.id = m.customer_id where m.id = n.member_id
    and case n.channel when 'sms' then ${kyc.VERIFIED_PHONE_SQL} and c.phone = n.recipient else c.email = n.recipient and n.template <> '${BY_SMS_ALONE}' end)`;

/** A condition over `notifications n`: the installment that it reminds of is paid, or its loan is not open any more. */
export const IS_SETTLED_SQL = `(
  n.template in ('installment_due', 'installment_overdue') and not exists (
    select from sacco_loan_installments i join sacco_loans l on l.id = i.loan_id
    where i.loan_id = split_part(n.cause, '/', 1) and i.no = split_part(n.cause, '/', 2)::smallint and l.status = 'open'
      and i.principal_minor + i.interest_minor + i.penalty_minor
        > i.paid_principal_minor + i.paid_interest_minor + i.paid_penalty_minor))`;

/** A condition over `notifications n`: the movement that it tells of was taken back. */
export const IS_REVERSED_SQL = `exists (
  select from sacco_entries e
  where (e.project_id, e.environment, e.id) = (n.project_id, n.environment, n.entry_id) and e.reversed_by_entry_id is not null)`;

/** A condition over `notifications n`, by the clock of its project: it is no news any more. A request for consent has a time of its own. */
export const IS_STALE_SQL = `(
  n.template <> 'consent_request' and n.created_at < (
    select now() - :max_age_ms * interval '1 millisecond'
      + case when n.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
    from projects p where p.id = n.project_id))`;

const SUPPRESSED = `status = 'suppressed', next_attempt_at = null, text_sealed = null, ended_at = :now`;

/** Messages of a member that were given to nobody yet, on the channels of which the member has opted out. */
export const suppressOptedOut = defineCommand({
  params: params<ScopeColumns & { member_id: string; reason: string; now: Date }>(),
  sql: `
    update notifications n set ${SUPPRESSED}, reason = :reason
    where n.project_id = :project_id and n.environment = :environment and n.member_id = :member_id and n.status = 'queued' and n.handed_over_at is null and ${OPTED_OUT_SQL}`,
});

/** Messages about these causes that were given to nobody yet. They are locked in id order, as everywhere. */
export const withdrawQueued = defineCommand({
  params: params<
    ColumnsOf<NotificationRow, 'project_id' | 'environment' | 'member_id' | 'cause'> & {
      template: Template;
      reason: string;
      now: Date;
    }
  >(),
  sql: `
    update notifications n set ${SUPPRESSED}, reason = :reason
    from (
      select q.id
      from unnest(:project_id::text[], :environment::environment[], :member_id::text[], :cause::text[])
        as a(project_id, environment, member_id, cause)
      join notifications q using (project_id, environment, member_id, cause)
      where q.template = :template and q.status = 'queued' and q.handed_over_at is null order by q.id for update of q
    ) found where n.id = found.id`,
});
