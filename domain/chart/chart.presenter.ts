/** Accounts of the chart as clients see them. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { arrayOf, boolean, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { ACCOUNT_KINDS, accountKindSchema, accounts, type AccountKind } from '../ledger/index.ts';
import { readChartAccounts } from './find-account.ts';
import type { ChartRow } from './read-chart.ts';
import { systemAccounts } from './system-accounts.ts';
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

/** An account by its kind and owner, as the ledger knows it. */
interface KindAndOwner {
  kind: AccountKind;
  owner: string;
}

export type AccountSummaries = (account: KindAndOwner) => AccountSummary | null;

/** @returns what describes these accounts of one scope; null for one that is in no chart */
export async function accountSummaries(
  db: Queryable,
  scope: ScopeColumns,
  wanted: readonly KindAndOwner[],
): Promise<AccountSummaries> {
  const defined = await readChartAccounts(
    db,
    wanted.flatMap(({ kind, owner }) => (accounts.isDefinedKind(kind) ? [owner] : [])),
  );
  const system = wanted.some(({ kind }) => !accounts.isDefinedKind(kind))
    ? await systemAccounts(db, scope)
    : null;
  return ({ kind, owner }) => {
    const row = defined.get(owner);
    if (row) return { id: encodeId('account', row.account_id), code: row.code, name: row.name, kind };
    const found = system?.[kind as SystemKind];
    return found ? { id: null, ...found, kind } : null;
  };
}
