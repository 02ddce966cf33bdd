/** The statements that count how often phones were prompted. */
import type { Environment } from '../../../core/scope.ts';
import { defineCommand, defineQuery, orNull, params, timestamptz } from '../../../db/statement.ts';

type PromptedPhone = {
  project_id: string;
  environment: Environment;
  phone: string;
  /** Only prompts between these count: what is later was written by a clock that was ahead. */
  since: Date;
  until: Date;
};

const COUNTS = 'at > :since and at < :until';

/** Writes no row where the phone was prompted `max` times since then. Concurrent prompts wait for each other's row lock. */
export const countPromptOf = defineCommand({
  params: params<PromptedPhone & { now: Date; max: number }>(),
  sql: `
    insert into payment_prompts as p (project_id, environment, phone, prompted_at)
    values (:project_id, :environment, :phone, array[cast(:now as timestamptz)])
    on conflict (project_id, environment, phone) do update
    set prompted_at = array(select at from unnest(p.prompted_at) at where ${COUNTS} order by at) || cast(:now as timestamptz)
    where (select count(*) from unnest(p.prompted_at) at where ${COUNTS}) < :max`,
});

export const oldestPrompt = defineQuery({
  params: params<PromptedPhone>(),
  result: { oldest: orNull(timestamptz) },
  sql: `
    select min(at) as oldest from payment_prompts, unnest(prompted_at) at
    where project_id = :project_id and environment = :environment and phone = :phone and ${COUNTS}`,
});

export const deletePromptsBefore = defineCommand({
  params: params<{ since: Date; limit: number }>(),
  sql: `
    delete from payment_prompts where (project_id, environment, phone) in (
      select project_id, environment, phone from payment_prompts
      where prompted_at[cardinality(prompted_at)] < :since limit :limit for update skip locked)`,
});
