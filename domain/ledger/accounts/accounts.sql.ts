/** The statements on many accounts of the directory. */
import type { Currency } from '../../../core/money.ts';
import { defineQuery, int4, params, tableColumns, textOf } from '../../../db/statement.ts';
import { DEFINED_KINDS, type AccountKind } from '../rules/kinds.rules.ts';
import type { AccountRow } from './accounts.ts';

/** How many accounts of each kind a scope has, by currency. */
export const countAccountRows = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: { currency: textOf<Currency>(), kind: textOf<AccountKind>(), accounts: int4 },
  sql: `
    select currency, kind, count(*)::integer as accounts from ledger_accounts
    where project_id = :project_id and environment = :environment group by currency, kind`,
});

/** The kinds are written out, as their index needs it. */
export const findDefined = defineQuery({
  params: params<{ project_id: string; environment: string; currencies: readonly string[] }>(),
  result: tableColumns<AccountRow>('ledger_accounts'),
  sql: `
    select * from ledger_accounts
    where project_id = :project_id and environment = :environment and currency = any(:currencies::text[])
      and kind in (${DEFINED_KINDS.map((kind) => `'${kind}'`).join(', ')})`,
});
