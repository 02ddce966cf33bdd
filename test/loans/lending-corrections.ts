/** Events that take something back, or close and reopen days: what each does, and what it is answered. */
import { expect } from 'vitest';
import type { EntryRow } from '../../domain/movements/index.ts';
import type { Concurrent, Event } from './lending-events.ts';
import { entriesOf, takeOverPeriods, type Pair } from './lending-pair.ts';

/** What an event does, and what it is answered if nothing else happens; undefined where that is not predicted. */
export interface Prepared {
  run: () => Promise<string>;
  expected: string | undefined;
}

/** Of the repayment that was stored so many before the last. */
export async function prepareReversal(
  { real, naive }: Pair,
  { which, by, dies }: Concurrent & { what: 'reverse' },
): Promise<Prepared | null> {
  const entry: EntryRow | undefined = await entriesOf(real)
    .where({ kind: 'loan_repayment' })
    .orderBy('id', 'desc')
    .offset(which)
    .first('e.*');
  // One that was posted while something else is still under way is taken over once that has ended.
  if (!entry || (entry.status === 'posted' && !naive.repayments.has(entry.id))) return null;
  const reverse = async (): Promise<string> => {
    const [answer, id] = await real.reverse(entry.id, by, dies);
    const repaid = naive.repayments.get(entry.id);
    if (repaid && id) repaid.reversal = id;
    return answer;
  };
  return { run: reverse, expected: naive.answerToReversal(entry, dies !== null) };
}

/** Nothing else happens meanwhile; but what was left behind by a death may still be under way. */
export async function askAboutPeriod(
  pair: Pair,
  event: Event & { what: 'close' | 'reopen' },
): Promise<string> {
  const { real, naive } = pair;
  await takeOverPeriods(pair);
  const is_moving = await real.isMoving();
  const last_day = naive.day - (event.what === 'close' ? event.days_ago : 0);
  const answer = await (event.what === 'close'
    ? real.close(last_day, event.by)
    : real.reopen(event.which, event.by));
  if (is_moving && answer === 'entries_under_way') return answer;
  const now = { today: naive.day, first_booking: naive.first_booking, utc_offset_hours: 0 };
  const [expected, request] =
    event.what === 'close'
      ? naive.periods.close(last_day, event.by, now, false)
      : naive.periods.reopen(event.which, event.by);
  expect(answer).toBe(expected);
  if (request) naive.period_requests.set(await real.lastApproval(), request);
  return answer;
}
