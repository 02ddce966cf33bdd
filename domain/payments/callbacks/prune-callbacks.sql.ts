/** The statement that empties the bodies of old callbacks. */
import { defineCommand, params } from '../../../db/statement.ts';

export const emptyCallbacksBefore = defineCommand({
  params: params<{ first_kept: Date; limit: number }>(),
  sql: `
    update provider_callbacks set body = '', query = '' where id in (
      select id from provider_callbacks where next_attempt_at is null and length(body) > 0 and received_at < :first_kept
      order by received_at limit :limit for update skip locked)`,
});
