/** Declares interest on deposits: a line for every account of a product, fixed now and paid once a checker agrees. */
import { invalidField, refusal } from '../../core/errors.ts';
import { daysBetween, instantsOf, localDateAt } from '../../core/local-date.ts';
import { scopeColumns } from '../../db/model.ts';
import { type SettingsRow, interestTerms, withholding } from '../cooperative/index.ts';
import { declare, ENDED_WITHOUT_PAYMENT, PAYABLE_STATUSES, type Sums } from '../distributions/index.ts';
import { posted } from '../ledger/index.ts';
import { entries } from '../movements/index.ts';
import type { Caller, ScopedUnit } from '../platform/unit.ts';
import { savingsProducts } from '../savings/index.ts';
import { countedBy, fixLinesStatement } from './fix-lines.sql.ts';
import { INTEREST } from './interest.ts';
import { DIVISORS, hasWholeMonth, MAX_PERIOD_DAYS } from './interest.rules.ts';
import { readInterest, type InterestView } from './read-interest.ts';
import { type AccountsOfRun, onSameAccounts, SavingsInterest } from './savings-interest.model.ts';

export interface InterestRequest extends interestTerms.Terms, interestTerms.Period {
  label: string;
  /** Left out: the product of the account that every member has. */
  product_id?: string;
  /** Left out: the rate of the settings that holds on the day of declaration. */
  withholding_tax_bps?: number;
  idempotency_key: string;
}

type Declaration = Omit<InterestRequest, 'idempotency_key'>;
type Fixed = Pick<SavingsInterest, 'product_id' | 'of_default_accounts' | 'withholding_tax_bps'>;
/** The first instant of a period, and the first one after it. */
type Instants = ReturnType<typeof instantsOf>;

/**
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, `label_taken`, `period_already_paid`, `period_not_over`, `entries_under_way` while movements
 *   of the period are being booked
 */
export async function declareInterest(
  caller: Caller,
  body: InterestRequest,
): Promise<{ view: InterestView; replayed: boolean }> {
  const { id, replayed } = await declareRun(caller, body);
  const { ctx, scope } = caller;
  return { view: await readInterest(ctx.db, scope, id), replayed };
}

/** The same, without reading the lines. */
export function declareRun(
  caller: Caller,
  body: InterestRequest,
): Promise<{ id: string; replayed: boolean }> {
  const { idempotency_key: _key, ...request } = body;
  let fixed: Fixed = { product_id: '', of_default_accounts: false, withholding_tax_bps: 0 };
  let instants: Instants;
  return declare(caller, INTEREST, {
    operation: 'POST sacco savings interest',
    body,
    async check(unit, settings) {
      const product_id = request.product_id ?? settings.savings_product_id;
      const withholding_tax_bps =
        request.withholding_tax_bps ??
        withholding.rateNow(settings, 'deposit_interest', unit.scope.clock.now());
      const of_default_accounts = product_id === settings.savings_product_id;
      fixed = { product_id, of_default_accounts, withholding_tax_bps };
      requirePeriod(request);
      requireOver(unit, settings, request.period_end);
      await savingsProducts.requireEarning(unit, product_id, 'product_id');
      await requireUnpaid(unit, fixed, request);
    },
    fixLines(unit, { utc_offset_minutes }, run_id) {
      instants = instantsOf(request.period_start, request.period_end, utc_offset_minutes);
      return fixLines(unit, instants, { ...request, ...fixed, utc_offset_minutes, run_id });
    },
    async store({ ctx, trx }, run) {
      const ends_at = ctx.ledger.seals_created_at ? instants.ends : null;
      await SavingsInterest.query(trx).insert({ ...run, ...request, ...fixed, ends_at });
    },
  });
}

/** @throws AppError VALIDATION_ERROR */
function requirePeriod({ period_start, period_end, basis }: Declaration): void {
  if (daysBetween(period_start, period_end) >= MAX_PERIOD_DAYS)
    throw invalidField('period_end', `A period has at most ${MAX_PERIOD_DAYS} days`);
  if (basis !== 'daily_balance' && !hasWholeMonth(period_start, period_end))
    throw invalidField('period_end', `The period has no whole month, of which "${basis}" needs one`);
}

/** @throws AppError `period_not_over` */
function requireOver({ scope }: ScopedUnit, { utc_offset_minutes }: SettingsRow, period_end: string): void {
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  if (period_end >= today)
    throw refusal('period_not_over', `The period ends on ${period_end}, and today is ${today}.`);
}

/**
 * The product of an opened account never changes; that of the account that every member has may.
 * @throws AppError `period_already_paid` where an account has a line for some of these days
 */
async function requireUnpaid(
  { trx, scope }: ScopedUnit,
  accounts: AccountsOfRun,
  { period_start, period_end }: interestTerms.Period,
): Promise<void> {
  const earlier = await SavingsInterest.query(trx)
    .inScope(scope)
    .where(onSameAccounts(accounts))
    .whereNotIn('status', ENDED_WITHOUT_PAYMENT)
    .where('period_start', '<=', period_end)
    .where('period_end', '>=', period_start)
    .first();
  if (earlier)
    throw refusal(
      'period_already_paid',
      `${earlier.label} pays interest from ${earlier.period_start} to ${earlier.period_end}.`,
    );
}

/**
 * What moved in the period is all there. First nothing more can be booked before its end, and then what is under way is counted: of
 * what another process stores in between, all counts after the period.
 */
async function fixLines(
  unit: ScopedUnit,
  { begins, ends }: Instants,
  terms: Declaration & Fixed & { utc_offset_minutes: number; run_id: string },
): Promise<Sums> {
  const { ctx, trx, scope } = unit;
  const { period_start, period_end, rate_bps, basis } = terms;
  await posted.seal({ db: trx, ledger: ctx.ledger }, scope, ends);
  const under_way = await entries.countUnderWay(trx, scope, period_end);
  if (under_way > 0)
    throw refusal('entries_under_way', `${under_way} movements of these days are being booked.`);
  const known = await lastRunBefore(unit, terms, begins);
  const fix = fixLinesStatement(ctx.movements, countedBy(terms));
  const [sums] = await fix(trx, {
    ...scopeColumns(scope),
    savings_interest_id: terms.run_id,
    product_id: terms.product_id,
    is_default: terms.of_default_accounts,
    payable: PAYABLE_STATUSES,
    period_start,
    period_end,
    begins,
    ends,
    known_run_id: known?.id ?? null,
    known_at: known?.ends_at ?? null,
    utc_offset_minutes: terms.utc_offset_minutes,
    rate_bps,
    divisor: DIVISORS[basis],
    withholding_tax_bps: terms.withholding_tax_bps,
  });
  const { lines = 0n, total = '0', tax = '0' } = sums ?? {};
  return { lines: Number(lines), total_minor: BigInt(total), tax_minor: BigInt(tax) };
}

/**
 * Whatever became of it: what accounts held when its period ended is as true as ever, since nothing was booked before that instant
 * afterwards. Runs on ledgers that do not promise it have no `ends_at`.
 */
async function lastRunBefore(
  { trx, scope }: ScopedUnit,
  accounts: AccountsOfRun,
  begins: Date,
): Promise<SavingsInterest | undefined> {
  return SavingsInterest.query(trx)
    .inScope(scope)
    .where(onSameAccounts(accounts))
    .where('ends_at', '<=', begins)
    .orderBy('ends_at', 'desc')
    .first();
}
