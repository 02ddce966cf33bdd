/**
 * How often checkouts may prompt one phone: anybody who knows a link can enter any number, and the prompt appears on that phone.
 */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import type { Db } from '../../../db/connection.ts';
import { pruneInBatches } from '../../platform/prune.ts';
import { countPromptOf, deletePromptsBefore, oldestPrompt } from './limit-prompts.sql.ts';

const MAX_PROMPTS = 5;
const WINDOW_MS = 10 * 60_000;

/**
 * Counts a prompt, in the project and environment.
 * @param phone in international form
 * @throws AppError RATE_LIMITED when the phone was prompted five times in the last ten minutes
 */
export async function countPrompt(db: Db, scope: ScopeColumns, phone: string): Promise<void> {
  const prompted = {
    ...scopeColumns(scope),
    phone,
    since: systemTimeIn(-WINDOW_MS),
    until: systemTimeIn(CLOCK_SLACK_MS),
  };
  if ((await countPromptOf(db, { ...prompted, now: systemNow(), max: MAX_PROMPTS })) > 0) return;
  const [found] = await oldestPrompt(db, prompted);
  const oldest_ms = found?.oldest?.getTime() ?? systemNow().getTime();
  const wait_ms = oldest_ms + WINDOW_MS - systemNow().getTime();
  throw new AppError(
    'RATE_LIMITED',
    `This phone was asked to pay ${MAX_PROMPTS} times in the last ten minutes. Try again later.`,
    { retry_after_s: Math.max(1, Math.ceil(wait_ms / 1_000)) },
  );
}

/** Forgets phones that were not prompted lately. @returns how many */
export function prunePrompts(db: Db): Promise<number> {
  return pruneInBatches((limit) => deletePromptsBefore(db, { since: systemTimeIn(-WINDOW_MS), limit }));
}
