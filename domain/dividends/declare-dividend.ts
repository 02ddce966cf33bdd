/** Declares a dividend: a line for every active or suspended member, fixed now and paid once a checker agrees. */
import { invalidField, refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { instantsOf } from '../../core/local-date.ts';
import { formatMoney } from '../../core/money.ts';
import { insertMany } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, serializeOnSettings, type SettingsRow } from '../cooperative/index.ts';
import { accountId, availableOf } from '../ledger/index.ts';
import { holdingsOf, idsOfMembers } from '../members/index.ts';
import { requestEntry, type EntryRow } from '../movements/index.ts';
import type { Caller, ScopedUnit } from '../platform/unit.ts';
import { sumInterestPaid } from './declare-dividend.sql.ts';
import { Dividend, type DividendLineRow, type DividendRow } from './dividend.model.ts';
import { dividendDue, type DividendRates } from './dividend.rules.ts';
import { readDividend, type DividendView } from './read-dividend.ts';

export interface DividendRequest extends DividendRates {
  label: string;
  period_start: string;
  period_end: string;
  paid_from: DividendRow['paid_from'];
  idempotency_key: string;
}

/** Members whose shares are read from the ledger in one call. */
const MEMBERS_PER_READ = 5_000;

/** @throws AppError VALIDATION_ERROR, `label_taken`, `period_already_rebated`, `income_insufficient` */
export async function declareDividend(
  caller: Caller,
  body: DividendRequest,
): Promise<{ dividend: DividendView; replayed: boolean }> {
  const { idempotency_key: _key, ...request } = body;
  let lines: Line[] = [];
  const { entry, replayed } = await requestEntry(caller, {
    operation: ['POST sacco dividends'],
    body,
    entry() {
      if (request.period_end < request.period_start)
        throw invalidField('period_end', '"period_end" must not be before "period_start"');
      const dividend_id = newId('dividend');
      return Promise.resolve({ kind: 'dividend', member_id: null, dividend_id, amount_minor: 0n });
    },
    summary: ({ entry: { amount_minor }, currency }) =>
      `Dividend ${request.label}: ${formatMoney(amount_minor, currency)} to ${lines.length} members`,
    async prepare(unit) {
      lines = await fixLines(unit, request);
      return { amount_minor: totalOf(lines) };
    },
    onWaiting: (unit, waiting) => store(unit, waiting, { ...request, lines }),
  });
  const { ctx, scope } = caller;
  return { dividend: await readDividend(ctx.db, scope, entry.dividend_id as string), replayed };
}

/** Such a dividend prevents no other one. */
const ENDED_WITHOUT_PAYMENT = ['failed', 'rejected', 'cancelled'] as const;

type Line = Pick<DividendLineRow, 'member_id' | 'shares_minor' | 'interest_paid_minor' | 'amount_minor'>;
type Declaration = Omit<DividendRequest, 'idempotency_key'>;

function totalOf(lines: readonly Line[]): bigint {
  return lines.reduce((total, { amount_minor }) => total + amount_minor, 0n);
}

/** One declaration of a scope at a time: its lines follow from what holds then. Declaring reserves nothing. */
async function fixLines(unit: ScopedUnit, declaration: Declaration): Promise<Line[]> {
  await serializeOnSettings(unit);
  const settings = await getSettings(unit.trx, unit.scope);
  await requireNewLabel(unit, declaration);
  await requireUnrebated(unit, declaration);
  const lines = await linesOf(unit, settings, declaration);
  await requireIncome(unit, settings, { ...declaration, total_minor: totalOf(lines) });
  return lines;
}

async function linesOf(
  unit: ScopedUnit,
  { currency, utc_offset_minutes }: SettingsRow,
  declaration: Declaration,
): Promise<Line[]> {
  const { trx, scope } = unit;
  const ids = await idsOfMembers(trx, scope, ['active', 'suspended']);
  const rows = await sumInterestPaid(trx, {
    ...scopeColumns(scope),
    ...instantsOf(declaration.period_start, declaration.period_end, utc_offset_minutes),
  });
  const interest = new Map(rows.map(({ member_id, paid }) => [member_id, BigInt(paid)]));
  const lines: Line[] = [];
  for (let at = 0; at < ids.length; at += MEMBERS_PER_READ) {
    const some = ids.slice(at, at + MEMBERS_PER_READ);
    const holdings = await holdingsOf(unit, some, currency);
    some.forEach((member_id, i) => {
      const shares_minor = holdings[i]?.shares_minor ?? 0n;
      const interest_paid_minor = interest.get(member_id) ?? 0n;
      const amount_minor = dividendDue(declaration, shares_minor, interest_paid_minor);
      lines.push({ member_id, shares_minor, interest_paid_minor, amount_minor });
    });
  }
  return lines;
}

/** Declarations are made one after the other, so a label that is free now is free when this one is stored. */
async function requireNewLabel({ trx, scope }: ScopedUnit, { label }: Declaration): Promise<void> {
  const taken = await Dividend.query(trx)
    .inScope(scope)
    .where({ label })
    .whereNotIn('status', ENDED_WITHOUT_PAYMENT)
    .first();
  if (taken) throw refusal('label_taken');
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

async function requireIncome(
  { ctx: { ledger }, scope }: ScopedUnit,
  { currency }: SettingsRow,
  { paid_from, total_minor }: Declaration & { total_minor: bigint },
): Promise<void> {
  const account = accountId(scope, { kind: paid_from, currency, owner: '' });
  const balances = (await ledger.balances([account], scope.clock.now())).get(account);
  const free = balances ? availableOf(paid_from, balances) : 0n;
  if (total_minor > free)
    throw refusal(
      'income_insufficient',
      `The dividend comes to ${formatMoney(total_minor, currency)}; the income account holds ${formatMoney(free, currency)}.`,
    );
}

async function store(
  { trx, scope }: ScopedUnit,
  entry: EntryRow,
  { lines, ...declaration }: Declaration & { lines: readonly Line[] },
): Promise<void> {
  const id = entry.dividend_id as string;
  await Dividend.query(trx).insert({
    id,
    ...scopeColumns(scope),
    ...declaration,
    currency: entry.currency,
    total_minor: entry.amount_minor,
    entry_id: entry.id,
    approval_id: entry.approval_id,
    created_at: entry.created_at,
  });
  for (let at = 0; at < lines.length; at += MEMBERS_PER_READ)
    await insertMany<DividendLineRow>(
      trx,
      'sacco_dividend_lines',
      lines.slice(at, at + MEMBERS_PER_READ).map((line) => ({
        dividend_id: id,
        ...scopeColumns(scope),
        ...line,
        status: 'pending',
      })),
      { answered: 'member_id' },
    );
}
