/** Ends askings that were not answered in time, each by the clock of its scope. */
import { scopeOf } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { presentGuarantee } from '../loan.presenter.ts';
import { readGuarantees } from '../read-loan.ts';
import { withdrawRequests } from './withdraw-requests.ts';
import { expireDueConsents } from './expire-consents.sql.ts';

/** Of one transaction. */
const MAX_AT_ONCE = 200;

/** @returns how many have expired */
export async function expireConsents(ctx: Context): Promise<number> {
  let total = 0;
  for (let count = MAX_AT_ONCE; count === MAX_AT_ONCE && !ctx.closing?.aborted; total += count)
    count = await expireSome(ctx);
  return total;
}

function expireSome(ctx: Context): Promise<number> {
  return inTransaction({ ctx }, async (unit) => {
    const expired = await expireDueConsents(unit.trx, { limit: MAX_AT_ONCE });
    await withdrawRequests(unit.trx, expired);
    const views = await readGuarantees(unit.trx, expired);
    await recordEvents(
      unit,
      expired.map(({ project_id, environment, test_clock_offset_ms }, i) => ({
        scope: scopeOf(project_id, environment, test_clock_offset_ms),
        type: 'guarantor.consent_decided' as const,
        row: i,
      })),
      (rows) => rows.map((i) => presentGuarantee(views[i] as (typeof views)[number])),
    );
    return expired.length;
  });
}
