/** The statements on secrets in events. */
import { defineQuery, params, text } from '../../db/statement.ts';

export const deleteExpiredSecrets = defineQuery({
  params: params<{ now: Date; limit: number }>(),
  result: { event_id: text },
  sql: `
    delete from webhook_event_secrets where event_id in (
      select event_id from webhook_event_secrets where expires_at <= :now order by expires_at limit :limit)
    returning event_id`,
});
