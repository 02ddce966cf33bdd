/** What the decision on closing or reopening a period does, in the transaction of the decision. */
import { sha256Hex } from '../../core/digest.ts';
import { toJson } from '../../core/json.ts';
import { instantsOf } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { posted } from '../ledger/index.ts';
import type { Context } from '../platform/context.ts';
import { serializeOnSettings } from '../cooperative/index.ts';
import type { SubjectAction } from '../platform/second-person.port.ts';
import { recordEvent } from '../webhooks/index.ts';
import { presentTrialBalance } from './books.presenter.ts';
import { trialBalanceOf } from './books.ts';
import { AccountingPeriod, type PeriodRow } from './period.model.ts';
import { presentPeriod } from './period.presenter.ts';
import { changePeriod, getPeriod } from './period.ts';
import { underWayRefusal } from './request-period.ts';

/** The trial balance of a period as JSON. */
export async function figuresOf(
  ctx: Pick<Context, 'ledger'> & { db: Queryable },
  scope: Scope,
  { start_date, end_date, utc_offset_minutes }: PeriodRow,
): Promise<string> {
  const days = { from: start_date, to: end_date, ...instantsOf(start_date, end_date, utc_offset_minutes) };
  return toJson(presentTrialBalance(await trialBalanceOf(ctx, scope, days)));
}

export const periodClose: SubjectAction = {
  kind: 'period_close',
  subject_type: 'period',

  async refusal({ db, scope }, { subject_id }) {
    const { end_date } = await getPeriod(db, scope, subject_id);
    return underWayRefusal(db, scope, end_date);
  },

  async onApproved(unit, { subject_id: period_id }) {
    const { ctx, trx, scope } = unit;
    await serializeOnSettings(unit);
    const period = await getPeriod(trx, scope, period_id);
    const refused = await underWayRefusal(trx, scope, period.end_date);
    if (refused) throw refused;
    const { ends } = instantsOf(period.start_date, period.end_date, period.utc_offset_minutes);
    // What was requested on the last day and is still on its way to the ledger counts on the day after.
    await posted.seal({ db: trx, ledger: ctx.ledger }, scope, ends);
    const trial_balance = await figuresOf({ ledger: ctx.ledger, db: trx }, scope, period);
    const closed = await changePeriod(unit, period_id, {
      status: 'closed',
      trial_balance,
      figures_sha256: sha256Hex(trial_balance),
      closed_at: scope.clock.now(),
    });
    await recordEvent(unit, 'period.closed', () => presentPeriod(trx, closed));
  },

  /** No period is left: the same days can be requested again. */
  async onDropped({ trx, scope }, { subject_id: id }) {
    await AccountingPeriod.query(trx).inScope(scope).where({ id }).delete();
  },
};

export const periodReopen: SubjectAction = {
  kind: 'period_reopen',
  subject_type: 'period',

  async onApproved(unit, { subject_id }) {
    await serializeOnSettings(unit);
    const open = await changePeriod(unit, subject_id, {
      status: 'open',
      reopened_at: unit.scope.clock.now(),
    });
    await recordEvent(unit, 'period.reopened', () => presentPeriod(unit.trx, open));
  },

  async onDropped(unit, { subject_id }) {
    await changePeriod(unit, subject_id, { status: 'closed' });
  },
};
