/** Figures over time, for pictures: of each of twelve months, of each of thirty days, and by provider. */
import { addDays, localDateAt, startOfDay } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import { getSettings } from '../../cooperative/index.ts';
import { posted } from '../../ledger/index.ts';
import { loanBook } from '../../loans/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { heldOn, monthEndsUntil } from '../held.rules.ts';
import { readProviderMonths, type ProviderMonths } from './provider-months.ts';
import { collectedBy, lastDays, movedOn } from './trends.rules.ts';

/** In minor units. */
interface TrendMonth {
  /** The last day; of the current month today. */
  month_end: string;
  savings_minor: bigint;
  shares_minor: bigint;
  /** What fell due in the month, until its last day, of loans that were open then. */
  due_minor: bigint;
  collected_minor: bigint;
}

interface TrendDay {
  date: string;
  cash_in_minor: bigint;
  cash_out_minor: bigint;
  cash_minor: bigint;
}

export interface Trends {
  currency: Currency;
  months: TrendMonth[];
  days: TrendDay[];
  providers: ProviderMonths[];
}

/** The ledger keeps running totals: it takes the same time however long the history is. @throws AppError `sacco_not_set_up` */
export async function readTrends({ ctx, scope }: ScopedContext): Promise<Trends> {
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const endOf = (day: string): Date => startOfDay(addDays(day, 1), utc_offset_minutes);
  const month_ends = monthEndsUntil(today);
  const days = lastDays(today);
  const sums = await posted.readKindSums(ctx, scope, [...month_ends, ...days].map(endOf), currency);
  const [by_month, by_day] = [sums.slice(0, month_ends.length), sums.slice(month_ends.length)];
  const from = addDays(month_ends[0] as string, 1);
  const due = await loanBook.readDue(ctx.db, scope, { from, to: today, unit: 'month', utc_offset_minutes });
  return {
    currency,
    months: afterFirst(month_ends, (month_end, i) => ({
      month_end,
      savings_minor: heldOn(by_month[i] ?? [], 'member_savings'),
      shares_minor: heldOn(by_month[i] ?? [], 'member_shares'),
      due_minor: due.get(`${month_end.slice(0, 7)}-01`) ?? 0n,
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
    providers: await readProviderMonths(ctx.db, scope, { currency, utc_offset_minutes, month_ends }),
  };
}

/** All but the first, which is only there for what came after it. */
function afterFirst<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Result[] {
  return items.map(make).slice(1);
}
