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
