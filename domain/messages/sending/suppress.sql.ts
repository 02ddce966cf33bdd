/** Members who opted out get nothing that waits. */
import { defineCommand, params } from '../../../db/statement.ts';

/** A condition over `notifications n`: the member has opted out of its channel. */
export const OPTED_OUT_SQL = `exists (
  select from member_preferences w where w.member_id = n.member_id and case n.channel when 'sms' then w.sms else w.email end is false)`;

/** Messages of a sender, or of a member, that were given to nobody yet. */
export const suppressQueued = defineCommand({
  params: params<{ sender_id: string | null; member_id: string | null; now: Date }>(),
  sql: `
    update notifications n set status = 'suppressed', next_attempt_at = null, text_sealed = null, ended_at = :now
    where (:sender_id::text is null or n.sender_id = :sender_id) and (:member_id::text is null or n.member_id = :member_id)
      and n.status = 'queued' and n.handed_over_at is null and ${OPTED_OUT_SQL}`,
});
