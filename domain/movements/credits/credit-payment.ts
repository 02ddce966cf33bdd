/** Credits members with the money of payments once that has been booked, exactly once. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { scopeOf, SYSTEM, type Scope } from '../../../core/scope.ts';
import { lockSettingsOf } from '../../cooperative/index.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { newEntry } from '../entries/entry.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import type { EndedEntry } from '../movement.ts';
import { checkEntries } from '../pipeline/check-entries.ts';
import { applyEffects } from '../pipeline/record-results.ts';
import { findUncovered } from './covered.ts';
import { creditDue, creditOf, sweepCredits, type Begun, type Credits } from './credit-in-batches.ts';
import { aboutOf } from './payment-credit.model.ts';
import {
  bringCreditsForward,
  putCreditsOff,
  takeCreditsOf,
  takeDueCredits,
  type TakenCredit,
} from './payment-credit.sql.ts';
import { afterPosting, scheduleRetry, setCredits } from './payment-credit.ts';

const CREDITS: Credits<TakenCredit> = {
  takeDue: takeDueCredits,
  takeOf: takeCreditsOf,
  id: ({ payment_id }) => payment_id,
  begin,
  after: (credit, { entry }) => afterPosting(credit, entry.status === 'posted'),
  store: setCredits,
  putOff: putCreditsOff,
  bringForward: bringCreditsForward,
  job: 'credit-sacco-payments',
};

/** Credits the members of all booked payments that are due. @returns how many */
export const creditSaccoPayments = (ctx: Context): Promise<number> => creditDue(ctx, CREDITS);

/** Credits the member of one booked payment, due or not. */
export const creditSaccoPayment = (ctx: Context, payment_id: string): Promise<void> =>
  creditOf(ctx, CREDITS, payment_id);

/** The same for all, also those that a clock that was ahead has put off. */
export const sweepSaccoCredits = (ctx: Context): Promise<number> => sweepCredits(ctx, CREDITS);

export const countDueCredits = countDueRows({ table: 'sacco_payment_credits', due_column: 'due_at' });

interface Candidate {
  scope: Scope;
  credit: TakenCredit;
  currency: TakenCredit['currency'];
  amount_minor: bigint;
  attempts: number;
  entry: EntryRow;
  /** The cooperative's currency is another now. */
  refused: AppError | null;
}

async function begin(unit: Unit, credits: TakenCredit[]): Promise<Begun<TakenCredit>[]> {
  const [pending, others] = [credits.filter(isPending), credits.filter((credit) => !isPending(credit))];
  const candidates = await candidatesOf(unit, pending);
  const same_currency = candidates.filter(({ refused }) => refused === null);
  const checked = await checkEntries(unit, same_currency, 'share');
  const answers = new Map(same_currency.map((each, i) => [each, checked[i]]));
  const refusedOf = (each: Candidate): AppError | null => {
    const answer = answers.get(each);
    return each.refused ?? (answer instanceof Error ? (answer as AppError) : null);
  };
  const failing = candidates.filter((each) => refusedOf(each) !== null);
  const passed = candidates.filter((each) => refusedOf(each) === null);
  const uncovered = await findUncovered(unit.ctx, passed);
  const booked = passed.filter((each) => !uncovered.has(each));
  await setCredits(unit.trx, [
    // They become due again with what changes that.
    ...others.filter(({ due_at }) => due_at !== null).map((credit) => ({ ...credit, due_at: null })),
    ...failing.map(({ credit }) => ({ ...credit, status: 'failed' as const, due_at: null })),
    ...[...uncovered].map(({ credit }) => ({ ...credit, ...scheduleRetry(credit) })),
  ]);
  await fail(
    unit,
    failing.map((each) => failed(each, refusedOf(each) as AppError)),
  );
  return booked.map(({ scope, entry, credit }) => ({
    scope,
    row: entry,
    of: { ...credit, status: 'posting', due_at: null },
  }));
}

function isPending({ booked, status }: TakenCredit): boolean {
  return booked && status === 'pending';
}

async function candidatesOf({ ctx, trx }: Unit, credits: readonly TakenCredit[]): Promise<Candidate[]> {
  const scopeOfCredit = ({ project_id, environment, test_clock_offset_ms }: TakenCredit): Scope =>
    scopeOf(project_id, environment, test_clock_offset_ms);
  // Locked, so that the currencies stay what the entries are stored in.
  const settingsOf = await lockSettingsOf(trx, credits.map(scopeOfCredit));
  return credits.map((credit) => {
    const { payment_id, member_id, amount_minor, currency, attempts } = credit;
    const scope = scopeOfCredit(credit);
    const settings = settingsOf(scope);
    if (!settings) throw new Error(`${payment_id} is to be credited without settings`);
    const { kind, source } = ctx.movements.forPurpose(credit.purpose);
    const request = { kind, source, member_id, ...aboutOf(credit), amount_minor, payment_id };
    return {
      scope,
      credit,
      currency,
      amount_minor,
      attempts,
      entry: newEntry({ scope, actor: SYSTEM }, { ...settings, currency }, request),
      refused:
        settings.currency === currency
          ? null
          : refusal('currency_mismatch', `The SACCO's currency is ${settings.currency} now.`),
    };
  });
}

function failed({ scope, entry }: Candidate, { reason, message }: AppError): EndedEntry {
  return {
    scope,
    entry: {
      ...entry,
      status: 'failed',
      error: reason ?? null,
      reason: `${message} The payment is to be refunded.`,
    },
  };
}

/** Nothing is credited; the payments are to be refunded. */
async function fail(unit: Unit, ended: EndedEntry[]): Promise<void> {
  await insertEntries(
    unit.trx,
    ended.map(({ entry }) => entry),
  );
  await applyEffects(unit, ended);
}
