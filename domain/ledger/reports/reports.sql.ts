/** The statements on the totals by kind. */
import type { Currency } from '../../../core/money.ts';
import { defineCommand, defineQuery, int8, params, text, textOf } from '../../../db/statement.ts';

export const addToDays = defineCommand({
  params: params<{
    project_ids: string[];
    environments: string[];
    days: string[];
    currencies: string[];
    kinds: string[];
    transfers: string[];
    amounts: string[];
  }>(),
  sql: `
    insert into ledger_daily_totals as t (project_id, environment, day, currency, kind, transfers, amount_minor)
    select * from unnest(:project_ids::text[], :environments::text[], :days::date[], :currencies::text[], :kinds::text[],
      :transfers::bigint[], :amounts::numeric[])
    on conflict (project_id, environment, day, currency, kind)
    do update set transfers = t.transfers + excluded.transfers, amount_minor = t.amount_minor + excluded.amount_minor`,
});

export const addToKinds = defineCommand({
  /** @param slots rows of each kind, between which connections choose */
  params: params<{ slots: number; kinds: string[]; transfers: string[] }>(),
  sql: `
    insert into ledger_kind_totals as t (kind, slot, transfers)
    select kind, pg_backend_pid() % :slots, sum(transfers) from unnest(:kinds::text[], :transfers::bigint[]) as v(kind, transfers)
    group by kind order by kind
    on conflict (kind, slot) do update set transfers = t.transfers + excluded.transfers`,
});

export const readTotalsOfDays = defineQuery({
  /** @param from first day, `to` last day */
  params: params<{ project_id: string; environment: string; from: string; to: string }>(),
  result: { currency: textOf<Currency>(), kind: text, transfers: int8, amount_minor: text },
  sql: `
    select currency, kind, sum(transfers)::bigint as transfers, sum(amount_minor)::text as amount_minor
    from ledger_daily_totals
    where project_id = :project_id and environment = :environment and day between :from and :to
    group by currency, kind order by currency`,
});
