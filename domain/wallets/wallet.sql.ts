/** The statements that find and lock many wallets. */
import type { ColumnsOf } from '../../db/columns-of.ts';
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { WalletRow } from './wallet.model.ts';

export const findWalletRows = defineQuery({
  params: params<ColumnsOf<WalletRow, 'project_id' | 'environment' | 'customer_id' | 'currency'>>(),
  result: tableColumns<WalletRow>('wallets'),
  sql: `
    select * from wallets where (project_id, environment, customer_id, currency) in (
      select * from unnest(:project_id::text[], :environment::environment[], :customer_id::text[], :currency::text[]))`,
});

/** Locked in id order, which avoids deadlocks. */
export const lockWalletRows = defineQuery({
  params: params<ColumnsOf<WalletRow, 'customer_id' | 'currency'>>(),
  result: tableColumns<WalletRow>('wallets'),
  sql: `
    select * from wallets where (customer_id, currency) in (select * from unnest(:customer_id::text[], :currency::text[]))
    order by id for no key update`,
});
