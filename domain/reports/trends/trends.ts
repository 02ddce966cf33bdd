/** Figures over time, for pictures: of each of twelve months, of each of thirty days, and by provider. */
import { addDays, localDateAt, startOfDay } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import { getSettings } from '../../cooperative/index.ts';
import { balancesBefore, fewAccountsOf, posted } from '../../ledger/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { sumDueByMonth } from './due.sql.ts';
import { collectedBy, heldOn, lastDays, monthEnds, movedOn } from './trends.rules.ts';

/** In minor units. */
interface TrendMonth {
  /** The last day; of the current month today. */
  month_end: string;
  savings_minor: bigint;
  shares_minor: bigint;
  /** What the schedules of loans asked for in the month, until its last day. */
  due_minor: bigint;
  collected_minor: bigint;
}

interface TrendDay {
  date: string;
  cash_in_minor: bigint;
  cash_out_minor: bigint;
  cash_minor: bigint;
}

interface TrendProvider {
  provider: string;
  months: { month_end: string; received_minor: bigint; paid_out_minor: bigint }[];
}

export interface Trends {
  currency: Currency;
  months: TrendMonth[];
  days: TrendDay[];
  providers: TrendProvider[];
}

/** The ledger keeps running totals: it takes the same time however long the history is. @throws AppError `sacco_not_set_up` */
export async function readTrends({ ctx, scope }: ScopedContext): Promise<Trends> {
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const endOf = (day: string): Date => startOfDay(addDays(day, 1), utc_offset_minutes);
  const month_ends = monthEnds(today);
  const days = lastDays(today);
  const sums = await posted.readKindSums(ctx, scope, [...month_ends, ...days].map(endOf), currency);
  const [by_month, by_day] = [sums.slice(0, month_ends.length), sums.slice(month_ends.length)];
  const due = await sumDueByMonth(ctx.db, {
    ...scopeColumns(scope),
    from: addDays(month_ends[0] as string, 1),
    to: today,
  });
  const due_by_month = new Map(due.map(({ month, due: sum }) => [month.slice(0, 7), BigInt(sum)]));
  return {
    currency,
    months: afterFirst(month_ends, (month_end, i) => ({
      month_end,
      savings_minor: heldOn(by_month[i] ?? [], 'member_savings'),
      shares_minor: heldOn(by_month[i] ?? [], 'member_shares'),
      due_minor: due_by_month.get(month_end.slice(0, 7)) ?? 0n,
      collected_minor: collectedBy(by_month[i] ?? []) - collectedBy(by_month[i - 1] ?? []),
    })),
    days: afterFirst(days, (date, i) => {
      const moved = movedOn('cash_on_hand', by_day[i - 1] ?? [], by_day[i] ?? []);
      return {
        date,
        cash_in_minor: moved.debits_minor,
        cash_out_minor: moved.credits_minor,
        cash_minor: heldOn(by_day[i] ?? [], 'cash_on_hand'),
      };
    }),
    providers: await readProviders({ ctx, scope }, { currency, month_ends, endOf }),
  };
}

interface Months {
  currency: Currency;
  month_ends: readonly string[];
  endOf: (day: string) => Date;
}

/** What was received and paid out through each provider: what was posted on the account of what it holds for the project. */
async function readProviders(
  { ctx, scope }: ScopedContext,
  { currency, month_ends, endOf }: Months,
): Promise<TrendProvider[]> {
  const accounts = await fewAccountsOf(ctx.db, scope, { kind: 'provider_clearing', currency });
  const balances = await balancesBefore(
    ctx,
    accounts.map(({ id }) => id),
    month_ends.map(endOf),
  );
  return accounts.map(({ owner }, account_no) => {
    const at = balances[account_no] ?? [];
    return {
      provider: owner,
      months: afterFirst(month_ends, (month_end, i) => ({
        month_end,
        received_minor: (at[i]?.debits_posted ?? 0n) - (at[i - 1]?.debits_posted ?? 0n),
        paid_out_minor: (at[i]?.credits_posted ?? 0n) - (at[i - 1]?.credits_posted ?? 0n),
      })),
    };
  });
}

/** All but the first, which is only there for what came after it. */
function afterFirst<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Result[] {
  return items.map(make).slice(1);
}
