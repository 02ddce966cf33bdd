/** The sessions at whose tills cash may be moved. */
import { defineQuery, orNull, params, text, textOf, type Query } from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';

interface FoundPlace {
  id: string;
  project_id: string;
  environment: Environment;
  till_id: string;
  user_id: string;
  difference_entry_id: string | null;
}

type FindPlaces = Query<
  {
    project_ids: readonly string[];
    user_ids: readonly string[];
    till_ids: readonly string[];
    entry_ids: readonly string[];
  },
  FoundPlace
>;

/** A session that is being closed still takes the entry that books its difference. */
const find = (lock: '' | 'for share'): FindPlaces =>
  defineQuery({
    params: params<{
      project_ids: readonly string[];
      user_ids: readonly string[];
      till_ids: readonly string[];
      entry_ids: readonly string[];
    }>(),
    result: {
      id: text,
      project_id: text,
      environment: textOf<Environment>(),
      till_id: text,
      user_id: text,
      difference_entry_id: orNull(text),
    },
    sql: `
      select id, project_id, environment, till_id, user_id, difference_entry_id from sacco_till_sessions
      where project_id = any(:project_ids::text[]) and status in ('opening', 'open', 'closing')
        and case status when 'open' then user_id = any(:user_ids::text[]) or till_id = any(:till_ids::text[])
          when 'closing' then difference_entry_id = any(:entry_ids::text[]) else false end
      order by id ${lock}`,
  });

/** Locks are taken in id order, which avoids deadlocks; what closes a session waits for them. */
export const findPlaces = { locked: find('for share'), read: find('') };
