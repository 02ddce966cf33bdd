/**
 * Pays the interest of fixed accounts whose term is over, by a job: many in one batch, each term once. The deposit is paid out or
 * renewed, as the product says. A term counts from its dates, however late the job is.
 */
import { shareOf } from '../../../core/formula.ts';
import { addDays, daysBetween } from '../../../core/local-date.ts';
import { scopeOf, SYSTEM } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { withholding } from '../../cooperative/index.ts';
import {
  savingsMoves,
  bookInBatches,
  defineMovement,
  leg,
  newEntry,
  storeBatches,
  type EndedEntry,
  type EntryRow,
  type Leg,
  type TakenBatch,
} from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import { termInterest } from './interest.rules.ts';
import { assignEntries, countDueTerms, recordMaturities, takeDueTerms } from './mature-terms.sql.ts';

/** Terms that are paid in one batch. */
const MAX_TERMS_PER_BATCH = 2_000;
/** Renewals of one account that one run of the job makes up for; the next run goes on. */
const MAX_WALKS = 100;

const toOther = (moving: Leg): Leg => savingsMoves.leg('credit', 'other', moving);

export const TERM_MATURITY = defineMovement({
  title: 'Fixed account matured',
  kind: 'term_maturity',
  // What is renewed stays where it is: only what is paid out is principal here.
  legs: [
    toOther(leg('deposit_interest', 'member_savings', 'net_interest')),
    leg('deposit_interest', 'tax_payable', 'tax'),
    toOther(leg('member_savings', 'member_savings', 'principal')),
  ],
  onEnded: recordMatured,
});

/** Terms whose date has come. */
export async function countTermsToMature(db: Db): Promise<DueWork> {
  return expectOne(await countDueTerms(db, { limit: MAX_COUNTED }));
}

/** Matures every term that is over, and those that they are renewed for and which are over, too. @returns how many */
export async function matureTerms(ctx: Context): Promise<number> {
  let total = 0;
  for (let walks = 0; walks < MAX_WALKS && !ctx.closing?.aborted; walks++) {
    const { matured, again } = await matureOnce(ctx);
    total += matured;
    if (!again) break;
  }
  return total;
}

/** Walks over the terms that are over now; each is taken once, also one that cannot be booked. */
async function matureOnce(ctx: Context): Promise<{ matured: number; again: boolean }> {
  let after = { after_date: '0001-01-01', after_account_id: '' };
  let again = false;
  const matured = await bookInBatches(ctx, MAX_TERMS_PER_BATCH, async () => {
    const taken = await takeBatch(ctx, after);
    after = taken.last ?? after;
    again ||= taken.renewed_are_over ?? false;
    return taken;
  });
  return { matured, again };
}

type DueTerm = Awaited<ReturnType<typeof takeDueTerms>>[number];
type Last = { after_date: string; after_account_id: string };

interface TakenTerms extends TakenBatch {
  last?: Last;
  /** Some are renewed for a term that is over, too. */
  renewed_are_over?: boolean;
}

async function takeBatch(ctx: Context, after: Last): Promise<TakenTerms> {
  return inTransaction({ ctx }, async (unit) => {
    const terms = await takeDueTerms(unit.trx, { ...after, limit: MAX_TERMS_PER_BATCH });
    const last = terms.at(-1);
    if (!last) return { taken: 0, batches: [] };
    const entries = terms.map((term) => {
      const scope = scopeOf(term.project_id, term.environment, term.test_clock_offset_ms);
      return { scope, row: newEntry({ scope, actor: SYSTEM }, term, maturityOf(term)) };
    });
    const batches = await storeBatches(unit, entries);
    await assignEntries(unit.trx, {
      account_ids: terms.map(({ account_id }) => account_id),
      entry_ids: entries.map(({ row }) => row.id),
    });
    return {
      taken: terms.length,
      batches,
      last: { after_date: last.matures_on, after_account_id: last.account_id },
      renewed_are_over: terms.some(
        ({ at_maturity, matures_on, term_days, today }) =>
          at_maturity !== 'pay_out' && addDays(matures_on, term_days) <= today,
      ),
    };
  });
}

/** Interest of the days of the term, with the tax that applies on its last day. */
function maturityOf(term: DueTerm): Parameters<typeof newEntry>[2] {
  const { account_id, member_id, principal_minor, rate_bps, starts_on, matures_on, at_maturity } = term;
  const interest_minor = termInterest(principal_minor, rate_bps, daysBetween(starts_on, matures_on));
  const tax_bps = term.tax_exempt ? 0 : withholding.rateOn(term.withholding, 'deposit_interest', matures_on);
  const tax_minor = shareOf(interest_minor, tax_bps);
  return {
    kind: 'term_maturity',
    member_id,
    savings_account_id: account_id,
    to_savings_account_id: at_maturity === 'renew_all' ? account_id : null,
    amount_minor: principal_minor + interest_minor - tax_minor,
    principal_minor: at_maturity === 'pay_out' ? principal_minor : 0n,
    interest_minor,
    tax_minor,
  };
}

async function recordMatured({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  const entries: EntryRow[] = ended.map(({ entry }) => entry);
  const first = ended[0];
  if (!first) return;
  await recordMaturities(trx, {
    entry_ids: entries.map(({ id }) => id),
    account_ids: entries.map(({ savings_account_id }) => savings_account_id),
    posted: entries.map(({ status }) => status === 'posted'),
    interests: entries.map(({ interest_minor }) => interest_minor),
    taxes: entries.map(({ tax_minor }) => tax_minor),
    closed_at: first.scope.clock.now(),
  });
}
