/** The statements on wallets' balance bounds and on what goes out of them each day. */
import type { ColumnsOf } from '../../../db/columns-of.ts';
import { columnOf, date, defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

/**
 * A statement of its own: a statement that locks and changes would find the row's version from before its wait, and wait again
 * for those who wait for it.
 */
export const lockBounds = defineCommand({
  params: params<{ wallet_ids: readonly string[] }>(),
  sql: 'select from wallets where id = any(:wallet_ids::text[]) order by id for no key update',
});

export const addToBounds = defineCommand({
  params: params<{ wallet_ids: readonly string[]; changes_minor: readonly bigint[] }>(),
  sql: `
    update wallets set balance_bound_minor = balance_bound_minor + change_minor
    from unnest(:wallet_ids::text[], :changes_minor::bigint[]) as c(changed_id, change_minor) where id = changed_id`,
});

/** What goes out of a wallet on a day, UTC. */
export interface DailySum {
  wallet_id: string;
  day: string;
  out_minor: bigint;
}

export type WalletDay = Pick<DailySum, 'wallet_id' | 'day'>;

export const readDays = defineQuery({
  params: params<ColumnsOf<WalletDay, 'wallet_id' | 'day'>>(),
  result: { wallet_id: text, day: date, out_minor: columnOf<string>('numeric') },
  sql: 'select * from wallet_daily_out where (wallet_id, day) in (select * from unnest(:wallet_id::text[], :day::date[]))',
});

/** Locks the rows one after the other, in the order given, and adds to what it finds once it has the lock. */
export const addToDays = defineCommand({
  params: params<ColumnsOf<DailySum, 'wallet_id' | 'day' | 'out_minor'>>(),
  sql: `
    insert into wallet_daily_out (wallet_id, day, out_minor)
    select * from unnest(:wallet_id::text[], :day::date[], :out_minor::numeric[])
    on conflict (wallet_id, day) do update set out_minor = wallet_daily_out.out_minor + excluded.out_minor`,
});

export const lockDays = defineCommand({
  params: params<ColumnsOf<WalletDay, 'wallet_id' | 'day'>>(),
  sql: `
    select from wallet_daily_out where (wallet_id, day) in (select * from unnest(:wallet_id::text[], :day::date[]))
    order by wallet_id, day for no key update`,
});

export const subtractFromDays = defineCommand({
  params: params<ColumnsOf<DailySum, 'wallet_id' | 'day' | 'out_minor'>>(),
  sql: `
    update wallet_daily_out d set out_minor = d.out_minor - sums.out_minor
    from unnest(:wallet_id::text[], :day::date[], :out_minor::numeric[]) as sums(wallet_id, day, out_minor)
    where d.wallet_id = sums.wallet_id and d.day = sums.day`,
});
