/** What somebody at the counter has done today, and what is in the drawer. */
import type { Scope } from '../../../core/scope.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { entries } from '../../movements/index.ts';
import { tillSessions } from '../../tills/index.ts';
import type { Day } from './day.ts';

/** The session of a till that is not closed. */
interface Drawer {
  session_id: string;
  till_name: string;
  in_minor: bigint;
  out_minor: bigint;
  /** Null until it is open. */
  expected_minor: bigint | null;
}

export interface MyDay extends entries.DayOfPerson {
  /** Null without such a session, and where all cash is one account. */
  drawer: Drawer | null;
}

export async function readMyDay(
  { ctx, scope }: ScopedContext,
  user_id: string,
  { today, utc_offset_minutes }: Pick<Day, 'today' | 'utc_offset_minutes'>,
): Promise<MyDay> {
  const [day, drawer] = await Promise.all([
    entries.readDayOf(ctx, scope, { user_id, day: today, utc_offset_minutes }),
    readDrawer({ ctx, scope }, user_id),
  ]);
  return { ...day, drawer };
}

/** Of the person's last session. */
async function readDrawer(
  { ctx, scope }: { ctx: ScopedContext['ctx']; scope: Scope },
  user_id: string,
): Promise<Drawer | null> {
  const { items } = await tillSessions.list({ ctx, scope }, { user_id, limit: 1, after: undefined });
  const last = items.find(({ status }) => tillSessions.LIVE.includes(status));
  if (!last) return null;
  const { id, till_name, in_minor, out_minor, expected_minor } = last;
  return { session_id: id, till_name, in_minor, out_minor, expected_minor };
}
