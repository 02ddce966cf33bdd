/**
 * How often checkouts may prompt one phone: anybody who knows a link can enter any number, and the prompt comes up on the phone of
 * whoever has it.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import type { Db } from '../../../db/connection.ts';
import { pruneInBatches } from '../../platform/prune.ts';

const MAX_PROMPTS = 5;
const WINDOW_MS = 10 * 60_000;

/**
 * Counts a prompt, in the project and environment.
 * @param phone in international form
 * @throws AppError RATE_LIMITED when the phone was prompted five times in the last ten minutes
 */
export async function countPrompt(db: Db, scope: ScopeColumns, phone: string): Promise<void> {
  const { project_id, environment } = scopeColumns(scope);
  const values = {
    project_id,
    environment,
    phone,
    now: systemNow(),
    since: systemTimeIn(-WINDOW_MS),
    max: MAX_PROMPTS,
  };
  const { rowCount } = await db.raw<{ rowCount: number }>(COUNT, values);
  if (rowCount > 0) return;
  const { rows } = await db.raw<{ rows: { oldest: Date | null }[] }>(OLDEST, values);
  const oldest_ms = rows[0]?.oldest?.getTime() ?? systemNow().getTime();
  const wait_ms = oldest_ms + WINDOW_MS - systemNow().getTime();
  throw new AppError(
    'RATE_LIMITED',
    `This phone was asked to pay ${MAX_PROMPTS} times in the last ten minutes. Try again later.`,
    { retry_after_s: Math.max(1, Math.ceil(wait_ms / 1_000)) },
  );
}

// The row's lock makes prompts at once count one after the other.
const COUNT = `
  insert into payment_prompts as p (project_id, environment, phone, prompted_at)
  values (:project_id, :environment, :phone, array[cast(:now as timestamptz)])
  on conflict (project_id, environment, phone) do update
  set prompted_at = array(select at from unnest(p.prompted_at) at where at > :since order by at) || cast(:now as timestamptz)
  where (select count(*) from unnest(p.prompted_at) at where at > :since) < :max`;

const OLDEST = `
  select min(at) as oldest from payment_prompts, unnest(prompted_at) at
  where project_id = :project_id and environment = :environment and phone = :phone and at > :since`;

/** Forgets phones that were not prompted lately. @returns how many */
export function prunePrompts(db: Db): Promise<number> {
  return pruneInBatches(async (limit) => {
    const { rowCount } = await db.raw<{ rowCount: number }>(PRUNE, [systemTimeIn(-WINDOW_MS), limit]);
    return rowCount;
  });
}

const PRUNE = `
  delete from payment_prompts where (project_id, environment, phone) in (
    select project_id, environment, phone from payment_prompts
    where prompted_at[cardinality(prompted_at)] < ? limit ? for update skip locked)`;
