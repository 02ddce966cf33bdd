/**
 * Fills a demo project with a year of a cooperative by the use cases of the API, month by month along the test clock. Each
 * request has its own idempotency key, so that an interrupted fill is resumed.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { MAX_LIMIT } from '../../db/page.ts';
import { chargeLoans } from '../loans/index.ts';
import { makeAttempt, pauseAfter_ms } from '../platform/attempts.ts';
import type { Context } from '../platform/context.ts';
import { listMembers, type MemberFilter } from '../members/index.ts';
import { chargeSavingsFees, matureTerms } from '../savings/index.ts';
import { testClock } from '../staff/index.ts';
import { askGuarantors } from './ask-guarantors.ts';
import { beginYear, monthsFrom } from './begin-year.ts';
import { bringAlong } from './bring-along.ts';
import { closeLastMonth } from './close-month.ts';
import { collectPayments } from './collect-payments.ts';
import { receivePaybills } from './receive-paybills.ts';
import { DemoFill, type DemoFillRow } from './demo.model.ts';
import { FILL_SCHEDULE } from './demo-project.ts';
import { openFilling, type Filling } from './filling.ts';
import { foundSacco } from './found-sacco.ts';
import { keepAccounts } from './keep-accounts.ts';
import { leaveWaiting } from './leave-waiting.ts';
import { lendMonth } from './lend-month.ts';
import { payOut } from './pay-out.ts';
import { agreeTerms } from './pay-tax.ts';
import { payWithEmployer } from './pay-with-employer.ts';
import { MEMBERS } from './people.rules.ts';
import { saveMonth } from './save-month.ts';
import { sendToPhones } from './send-to-phones.ts';
import { tellMembers } from './tell-members.ts';
import { uploadFiles } from './upload-files.ts';
import { workATill } from './work-a-till.ts';

/** The size of the demonstration; tests use a smaller one. */
export interface DemoScale {
  members: number;
  months: number;
}

export const YEAR: DemoScale = { members: MEMBERS, months: 12 };

/** Starts or resumes the fill of a project, if it is due. */
export async function fillDemo(ctx: Context, project_id: string, scale = YEAR): Promise<void> {
  const demo = await DemoFill.query(ctx.db).findById(project_id);
  if (!demo || demo.status !== 'filling') return;
  const attempt = {
    table: 'demo_fills',
    id: project_id,
    attempts: demo.attempts,
    pauseAfter_ms: (answered: number) => pauseAfter_ms(FILL_SCHEDULE, answered),
  };
  await makeAttempt(ctx.db, attempt, async () => {
    await fill(ctx, demo, scale);
    return { is_last: true, changes: { status: 'filled', filled_at: systemTimeIn(0) } };
  });
}

async function fill(ctx: Context, { id }: DemoFillRow, scale: DemoScale): Promise<void> {
  const demo = await beginYear(ctx, id, scale.months);
  const opened = await openFilling(ctx, demo);
  await foundSacco(opened, scale.members);
  const members = await memberIds(opened);
  await agreeTerms(opened, members);
  for (let month = demo.months; month < scale.months; month += 1) {
    const filling = await openFilling(ctx, demo);
    await saveMonth(filling, members, month);
    await keepAccounts(filling, members, month);
    await lendMonth(filling, members, month);
    await closeLastMonth(filling);
    await moveTo(filling, month + 1, month + 1 === scale.months);
    await DemoFill.query(ctx.db)
      .findById(demo.id)
      .patch({ months: month + 1 });
  }
  const last = await openFilling(ctx, demo);
  await saveMonth(last, members, scale.months);
  await collectPayments(last);
  await receivePaybills(last);
  await payOut(last);
  await leaveWaiting(last, members);
  // Somebody has left by now.
  const remaining = await memberIds(last, 'active');
  await tellMembers(last, remaining);
  await uploadFiles(last, remaining);
  await askGuarantors(last, remaining);
  await sendToPhones(last, remaining);
  await payWithEmployer(last, remaining);
  await bringAlong(last);
  await workATill(last, remaining);
}

/** In the order in which they joined. */
async function memberIds({ caller }: Filling, status?: MemberFilter['status']): Promise<string[]> {
  const { items } = await listMembers(caller, { status, limit: MAX_LIMIT });
  return items.map(({ id }) => id).toReversed();
}

/**
 * Moves the test clock that many months after the begin, unless it is there already, and books what fell due.
 * @param is_last a year that began in the past ends now
 */
async function moveTo(filling: Filling, months: number, is_last: boolean): Promise<void> {
  const { ctx, project, scope, caller, begins_at } = filling;
  const to = monthsFrom(begins_at, months);
  const moving = { ctx, project, actor: caller.actor };
  if (is_last && scope.clock.offset_ms < 0) await testClock.moveToPresent(moving);
  else if (to > scope.clock.now()) await testClock.move(moving, to);
  await chargeLoans(ctx);
  await matureTerms(ctx);
  await chargeSavingsFees(ctx);
}
