/** The statements on many accounts of the directory. */
import type { Currency } from '../../../core/money.ts';
import { defineQuery, int4, params, text, textOf, uuid } from '../../../db/statement.ts';
import { DEFINED_KINDS, type AccountKind } from '../rules/kinds.rules.ts';

/** How many accounts of each kind a scope has, by currency. */
export const countAccountRows = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: { currency: textOf<Currency>(), kind: textOf<AccountKind>(), accounts: int4 },
  sql: `
    select currency, kind, count(*)::integer as accounts from ledger_accounts
    where project_id = :project_id and environment = :environment group by currency, kind`,
});

/** Written out, as their index needs it. */
const DEFINED = DEFINED_KINDS.map((kind) => `'${kind}'`).join(', ');

export const findDefinedCurrencies = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: { currency: textOf<Currency>() },
  sql: `
    select distinct currency from ledger_accounts
    where project_id = :project_id and environment = :environment and kind in (${DEFINED})`,
});

export const findDefined = defineQuery({
  params: params<{ project_id: string; environment: string; currencies: readonly string[] }>(),
  result: { id: uuid, kind: textOf<AccountKind>(), currency: textOf<Currency>(), owner: text },
  sql: `
    select id, kind, currency, owner from ledger_accounts
    where project_id = :project_id and environment = :environment and currency = any(:currencies::text[])
      and kind in (${DEFINED})`,
});
