/** Accounts of the chart as clients see them. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { arrayOf, boolean, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../db/model.ts';
import { ACCOUNT_KINDS, accountKindSchema, accounts, type AccountKind } from '../ledger/index.ts';
import { readChartAccounts } from './find-account.ts';
import type { ChartRow } from './read-chart.ts';
import { systemAccountsOf } from './system-accounts.ts';
import type { SystemKind } from './chart.rules.ts';

export const chartAccountSchema = resource('ChartAccount', 'An account of the chart of accounts', {
  id: string.nullable().describe("Null for the system's accounts, which have their code"),
  code: string,
  name: string,
  class: oneOf(['asset', 'liability', 'equity', 'income', 'expense']),
  kind: accountKindSchema,
  system: boolean.describe('Whether the system opens the accounts of the kind; they have one code'),
  currency: currencySchema,
  ...moneyFields('balance'),
  active: boolean.describe('An inactive account takes no money'),
});

export const chartSchema = resource('Chart', 'The chart of accounts, in the order of the codes', {
  accounts: arrayOf(chartAccountSchema),
});

export function presentChartAccount(row: ChartRow): Wire<typeof chartAccountSchema> {
  return {
    id: row.account_id && encodeId('account', row.account_id),
    code: row.code,
    name: row.name,
    class: ACCOUNT_KINDS[row.kind].class,
    kind: row.kind,
    system: !accounts.isDefinedKind(row.kind),
    currency: row.currency,
    ...money('balance', row.balance_minor),
    active: row.active,
  };
}

/** An account of the chart beside what is about it. */
export const accountSummarySchema = object({
  id: string.nullable().describe("Null for the system's accounts"),
  code: string,
  name: string,
  kind: accountKindSchema,
});

type AccountSummary = Wire<typeof accountSummarySchema>;

/** An account by its kind and owner, as the ledger of a scope knows it. */
interface KindAndOwner extends ScopeColumns {
  kind: AccountKind;
  owner: string;
}

export type AccountSummaries = (account: KindAndOwner) => AccountSummary | null;

/** @returns what describes these accounts, of one scope or many; null for one that is in no chart */
export async function accountSummaries(
  db: Queryable,
  wanted: readonly KindAndOwner[],
): Promise<AccountSummaries> {
  const [defined, system] = [[], []] as [KindAndOwner[], KindAndOwner[]];
  for (const each of wanted) (accounts.isDefinedKind(each.kind) ? defined : system).push(each);
  const found = await readChartAccounts(
    db,
    defined.map((each) => ({ ...scopeColumns(each), id: each.owner })),
  );
  const named = system.length > 0 ? await systemAccountsOf(db, system) : null;
  return (account) => {
    const { kind, owner } = account;
    const row = found({ ...scopeColumns(account), id: owner });
    if (row) return { id: encodeId('account', row.account_id), code: row.code, name: row.name, kind };
    const of_system = named?.(account)[kind as SystemKind];
    return of_system ? { id: null, ...of_system, kind } : null;
  };
}
