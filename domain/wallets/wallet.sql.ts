/** The statements that find and lock many wallets. */
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { WalletRow } from './wallet.model.ts';

export const findWalletRows = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    customer_ids: readonly string[];
    currencies: readonly string[];
  }>(),
  result: tableColumns<WalletRow>('wallets'),
  sql: `
    select * from wallets where (project_id, environment, customer_id, currency) in (
      select * from unnest(:project_ids::text[], :environments::environment[], :customer_ids::text[], :currencies::text[]))`,
});

/** Locked in id order, which avoids deadlocks. */
export const lockWalletRows = defineQuery({
  params: params<{ customer_ids: readonly string[]; currencies: readonly string[] }>(),
  result: tableColumns<WalletRow>('wallets'),
  sql: `
    select * from wallets where (customer_id, currency) in (select * from unnest(:customer_ids::text[], :currencies::text[]))
    order by id for no key update`,
});
