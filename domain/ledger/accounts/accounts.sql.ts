/** The statement on many accounts of the directory. */
import type { Currency } from '../../../core/money.ts';
import { defineQuery, int4, params, textOf } from '../../../db/statement.ts';
import type { AccountKind } from '../rules/kinds.rules.ts';

/** How many accounts of each kind a scope has, by currency. */
export const countAccountRows = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: { currency: textOf<Currency>(), kind: textOf<AccountKind>(), accounts: int4 },
  sql: `
    select currency, kind, count(*)::integer as accounts from ledger_accounts
    where project_id = :project_id and environment = :environment group by currency, kind`,
});
