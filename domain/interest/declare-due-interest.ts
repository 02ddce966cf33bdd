/** Declares the interest that cooperatives have set, once a period has ended; a checker decides on each, as if a person had asked. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { SYSTEM } from '../../core/scope.ts';
import { scopeColumns } from '../../db/model.ts';
import { interestTerms, SaccoSettings, type SettingsRow } from '../cooperative/index.ts';
import { ENDED_WITHOUT_PAYMENT } from '../distributions/index.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { declareRun } from './declare-interest.ts';
import { declaredDays } from './declared-days.sql.ts';
import { daysLeft, hasWholeMonth } from './interest.rules.ts';

/**
 * What cannot be declared yet is tried again with the next run of the job. A fault with one cooperative keeps no other one waiting.
 * @returns how many runs were declared @throws the first fault, at the end
 */
export async function declareDueInterest(ctx: Context): Promise<number> {
  const cooperatives = await SaccoSettings.query(ctx.db)
    .whereNotNull('savings_interest')
    .orWhereNotNull('savings_interest_plans')
    .orWhereNotNull('ended_interest_plans')
    .withScope();
  const faults: unknown[] = [];
  let declared = 0;
  for (const { row, scope } of cooperatives) {
    if (ctx.closing?.aborted) break;
    try {
      declared += await declareOf({ ctx, scope }, row);
    } catch (error) {
      ctx.log.error({ err: error, ...scopeColumns(scope) }, 'interest could not be declared');
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return declared;
}

/** Plans that have ended come first: a later run by the service itself says that all days before are done. */
async function declareOf(base: ScopedContext, settings: SettingsRow): Promise<number> {
  const { savings_interest, savings_interest_plans, ended_interest_plans } = settings;
  const today = localDateAt(base.scope.clock.now(), settings.utc_offset_minutes);
  const current = [...(savings_interest ? [savings_interest] : []), ...(savings_interest_plans ?? [])];
  let declared = 0;
  const plans = [...(ended_interest_plans ?? []), ...current.map((plan) => ({ ...plan, until: today }))];
  for (const plan of plans)
    for (const period of await periodsDue(base, settings, plan)) {
      if (base.ctx.closing?.aborted) return declared;
      const outcome = await declarePeriod(base, plan, period);
      if (outcome === 'later') return declared;
      if (outcome === 'declared') declared++;
    }
  if (ended_interest_plans) await forgetEnded(base, ended_interest_plans);
  return declared;
}

type Due = interestTerms.Period & { label: string; product_id: string };

async function periodsDue(
  { ctx: { db }, scope }: ScopedContext,
  { savings_product_id }: SettingsRow,
  { product_id: named, frequency, basis, from, until }: interestTerms.EndedPlan,
): Promise<Due[]> {
  const ended = interestTerms.periodsEnded(frequency, { from, before: until });
  if (ended.length === 0) return [];
  const product_id = named ?? savings_product_id;
  const taken = await declaredDays(db, {
    ...scopeColumns(scope),
    product_id,
    of_default_accounts: product_id === savings_product_id,
    ended_without_payment: ENDED_WITHOUT_PAYMENT,
    from,
  });
  return daysLeft(ended, taken)
    .filter((days) => basis === 'daily_balance' || hasWholeMonth(days.period_start, days.period_end))
    .map((days) => ({
      ...days,
      label: `Interest ${interestTerms.nameOfPeriod(frequency, days)} (${product_id.slice(-6)})`,
      product_id,
    }));
}

async function declarePeriod(
  { ctx, scope }: ScopedContext,
  { rate_bps, basis, counting, credit_to, withholding_tax_bps }: interestTerms.EndedPlan,
  due: Due,
): Promise<'declared' | 'refused' | 'later'> {
  try {
    await declareRun(
      { ctx, scope, actor: SYSTEM },
      {
        ...due,
        rate_bps,
        basis,
        counting,
        credit_to,
        ...(withholding_tax_bps === null ? {} : { withholding_tax_bps }),
        idempotency_key: randomUUID(),
      },
    );
    return 'declared';
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    ctx.log.warn({ err: error, ...due, ...scopeColumns(scope) }, 'interest was not declared');
    return error.reason === 'entries_under_way' ? 'later' : 'refused';
  }
}

/** Unless plans were changed meanwhile. */
async function forgetEnded(
  { ctx: { db }, scope }: ScopedContext,
  ended: readonly interestTerms.EndedPlan[],
): Promise<void> {
  await SaccoSettings.query(db)
    .inScope(scope)
    .where('ended_interest_plans', JSON.stringify(ended))
    .patch({ ended_interest_plans: null });
}
