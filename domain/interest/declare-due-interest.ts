/** Declares the interest that cooperatives have set, once a period has ended; a checker decides on each, as if a person had asked. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { SYSTEM } from '../../core/scope.ts';
import { SaccoSettings, type SettingsRow, interestTerms } from '../cooperative/index.ts';
import { ENDED_WITHOUT_PAYMENT } from '../distributions/index.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { declareInterest } from './declare-interest.ts';
import { nameOfPeriod, periodsEnded, type Period } from './interest.rules.ts';
import { SavingsInterest } from './savings-interest.model.ts';

/** Periods that are looked at in one run of the job: two years of months. */
const MAX_PERIODS = 24;

/** @returns how many runs were declared; what is refused for the moment is tried again with the next run of the job */
export async function declareDueInterest(ctx: Context): Promise<number> {
  const cooperatives = await SaccoSettings.query(ctx.db).whereNotNull('savings_interest').withScope();
  let declared = 0;
  for (const { row, scope } of cooperatives) {
    if (ctx.closing?.aborted) break;
    declared += await declareOf({ ctx, scope }, row, row.savings_interest as interestTerms.Plan);
  }
  return declared;
}

async function declareOf(
  base: ScopedContext,
  settings: SettingsRow,
  plan: interestTerms.Plan,
): Promise<number> {
  const { ctx, scope } = base;
  const { frequency, product_id, withholding_tax_bps, since, ...terms } = plan;
  const before = localDateAt(scope.clock.now(), settings.utc_offset_minutes);
  const of_product = product_id ?? settings.savings_product_id;
  let declared = 0;
  for (const period of periodsEnded(frequency, { since, before, most: MAX_PERIODS })) {
    if (await wasDeclared(base, of_product, period)) continue;
    try {
      await declareInterest(
        { ...base, actor: SYSTEM },
        {
          ...terms,
          ...period,
          label: `Interest ${nameOfPeriod(frequency, period)} (${of_product.slice(-6)})`,
          product_id: of_product,
          ...(withholding_tax_bps === null ? {} : { withholding_tax_bps }),
          idempotency_key: randomUUID(),
        },
      );
      declared++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.log.warn({ err: error, ...period, project_id: scope.project_id }, 'interest was not declared');
      break;
    }
  }
  return declared;
}

/** Also one that a checker rejected: a person declares it anew. */
async function wasDeclared(
  { ctx: { db }, scope }: ScopedContext,
  product_id: string,
  { period_start, period_end }: Period,
): Promise<boolean> {
  const found = await SavingsInterest.query(db)
    .inScope(scope)
    .where({ product_id })
    .where((either) =>
      either
        .where({ period_start, period_end })
        .orWhere((overlapping) =>
          overlapping
            .whereNotIn('status', ENDED_WITHOUT_PAYMENT)
            .where('period_start', '<=', period_end)
            .where('period_end', '>=', period_start),
        ),
    )
    .first();
  return found !== undefined;
}
