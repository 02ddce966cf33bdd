/** Declares a dividend: a line for every active or suspended member, fixed now and paid once a checker agrees. */
import { refusal } from '../../core/errors.ts';
import { shareOf } from '../../core/formula.ts';
import { instantsOf } from '../../core/local-date.ts';
import { formatMoney } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, type SettingsRow, withholding } from '../cooperative/index.ts';
import { declare, ENDED_WITHOUT_PAYMENT, type Sums } from '../distributions/index.ts';
import { accountId, availableOf } from '../ledger/index.ts';
import { holdingsOf, idsOfMembers } from '../members/index.ts';
import type { Caller, ScopedContext, ScopedUnit } from '../platform/unit.ts';
import { sumInterestPaid } from './declare-dividend.sql.ts';
import { Dividend, type DividendLineRow, type DividendPreview, type DividendRow } from './dividend.model.ts';
import { chosenAccounts } from './dividend-account.ts';
import { dividendDue, type DividendRates } from './dividend.rules.ts';
import { DIVIDENDS } from './dividends.ts';
import { readDividend, type DividendView } from './read-dividend.ts';

export interface DividendRequest extends DividendRates {
  label: string;
  period_start: string;
  period_end: string;
  paid_from: DividendRow['paid_from'];
  /** Left out: the rate of the settings that holds on the day of declaration. */
  withholding_tax_bps?: number;
  idempotency_key: string;
}

/** Members whose shares are read from the ledger in one call. */
const MEMBERS_PER_READ = 5_000;

type Line = Pick<
  DividendLineRow,
  'member_id' | 'shares_minor' | 'interest_paid_minor' | 'amount_minor' | 'tax_minor' | 'savings_account_id'
>;
type Declaration = Omit<DividendRequest, 'idempotency_key'>;
/** Outside a transaction, or in one. */
interface Reader extends ScopedContext {
  db: Queryable;
}

/** @throws AppError VALIDATION_ERROR, `label_taken`, `period_already_rebated`, `income_insufficient` */
export async function declareDividend(
  caller: Caller,
  body: DividendRequest,
): Promise<{ dividend: DividendView; replayed: boolean }> {
  const { idempotency_key: _key, ...request } = body;
  let lines: Line[] = [];
  let withholding_tax_bps = 0;
  const { id, replayed } = await declare(caller, DIVIDENDS, {
    operation: 'POST sacco dividends',
    body,
    check: (unit) => requireUnrebated(unit, request),
    async fixLines(unit, settings) {
      withholding_tax_bps = taxRateOf(unit, settings, request);
      const reader = { ...unit, db: unit.trx };
      lines = await linesOf(reader, settings, { ...request, withholding_tax_bps });
      const sums = sumsOf(lines);
      await requireIncome(reader, settings, { ...request, total_minor: sums.total_minor });
      return sums;
    },
    async store({ trx, scope }, run) {
      await Dividend.query(trx).insert({ ...run, ...request, withholding_tax_bps });
      for (let at = 0; at < lines.length; at += MEMBERS_PER_READ)
        await insertMany<DividendLineRow>(
          trx,
          'sacco_dividend_lines',
          lines.slice(at, at + MEMBERS_PER_READ).map((line) => ({
            dividend_id: run.id,
            ...scopeColumns(scope),
            ...line,
            status: 'pending',
          })),
          { answered: 'member_id' },
        );
    },
  });
  const { ctx, scope } = caller;
  return { dividend: await readDividend(ctx.db, scope, id), replayed };
}

/** Reserves and stores nothing: until it is declared, shares and income may change. */
export async function previewDividend(
  { ctx, scope }: Caller,
  request: Declaration,
): Promise<DividendPreview> {
  const reader = { ctx, scope, db: ctx.db };
  const settings = await getSettings(ctx.db, scope);
  const withholding_tax_bps = taxRateOf(reader, settings, request);
  const lines = await linesOf(reader, settings, { ...request, withholding_tax_bps });
  const paid = lines.filter(({ amount_minor }) => amount_minor > 0n);
  return {
    ...sumsOf(paid),
    currency: settings.currency,
    withholding_tax_bps,
    available_minor: await incomeAvailable(reader, settings, request),
  };
}

function taxRateOf({ scope }: Pick<Reader, 'scope'>, settings: SettingsRow, request: Declaration): number {
  return request.withholding_tax_bps ?? withholding.rateNow(settings, 'dividend', scope.clock.now());
}

function sumsOf(lines: readonly Line[]): Sums {
  let [total_minor, tax_minor] = [0n, 0n];
  for (const line of lines) {
    total_minor += line.amount_minor;
    tax_minor += line.tax_minor;
  }
  return { lines: lines.length, total_minor, tax_minor };
}

async function linesOf(
  reader: Reader,
  { currency, utc_offset_minutes }: SettingsRow,
  declaration: Declaration & { withholding_tax_bps: number },
): Promise<Line[]> {
  const { db, scope } = reader;
  const ids = await idsOfMembers(db, scope, ['active', 'suspended']);
  const exempt = await withholding.exemptMembers(db, scope);
  const accounts = await chosenAccounts(db, scope);
  const rows = await sumInterestPaid(db, {
    ...scopeColumns(scope),
    ...instantsOf(declaration.period_start, declaration.period_end, utc_offset_minutes),
  });
  const interest = new Map(rows.map(({ member_id, paid }) => [member_id, BigInt(paid)]));
  const lines: Line[] = [];
  for (let at = 0; at < ids.length; at += MEMBERS_PER_READ) {
    const some = ids.slice(at, at + MEMBERS_PER_READ);
    const holdings = await holdingsOf(reader, some, currency);
    some.forEach((member_id, i) => {
      const shares_minor = holdings[i]?.shares_minor ?? 0n;
      const interest_paid_minor = interest.get(member_id) ?? 0n;
      const amount_minor = dividendDue(declaration, shares_minor, interest_paid_minor);
      const tax_minor = exempt.has(member_id) ? 0n : shareOf(amount_minor, declaration.withholding_tax_bps);
      const savings_account_id = accounts.get(member_id) ?? null;
      lines.push({
        member_id,
        shares_minor,
        interest_paid_minor,
        amount_minor,
        tax_minor,
        savings_account_id,
      });
    });
  }
  return lines;
}

async function requireUnrebated(
  { trx, scope }: ScopedUnit,
  { period_start, period_end, interest_rebate_bps }: Declaration,
): Promise<void> {
  if (interest_rebate_bps === 0) return;
  const rebated = await Dividend.query(trx)
    .inScope(scope)
    .whereNotIn('status', ENDED_WITHOUT_PAYMENT)
    .where('interest_rebate_bps', '>', 0)
    .where('period_start', '<=', period_end)
    .where('period_end', '>=', period_start)
    .first();
  if (rebated)
    throw refusal(
      'period_already_rebated',
      `The dividend ${rebated.label} rebates interest paid from ${rebated.period_start} to ${rebated.period_end}.`,
    );
}

async function incomeAvailable(
  { ctx: { ledger }, scope }: Pick<Reader, 'ctx' | 'scope'>,
  { currency }: SettingsRow,
  { paid_from }: Declaration,
): Promise<bigint> {
  const account = accountId(scope, { kind: paid_from, currency, owner: '' });
  const balances = (await ledger.balances([account], scope.clock.now())).get(account);
  return balances ? availableOf(paid_from, balances) : 0n;
}

async function requireIncome(
  reader: Reader,
  settings: SettingsRow,
  { total_minor, ...declaration }: Declaration & { total_minor: bigint },
): Promise<void> {
  const { currency } = settings;
  const free = await incomeAvailable(reader, settings, declaration);
  if (total_minor > free)
    throw refusal(
      'income_insufficient',
      `The dividend comes to ${formatMoney(total_minor, currency)}; the income account holds ${formatMoney(free, currency)}.`,
    );
}
