/** The codes and names of the system's accounts. */
import { groupBy } from '../../core/group-by.ts';
import { scopeName } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { ChartSystemAccount } from './chart-account.model.ts';
import { SYSTEM_ACCOUNTS, SYSTEM_KINDS, type CodeAndName, type SystemKind } from './chart.rules.ts';

export type SystemAccounts = Readonly<Record<SystemKind, CodeAndName>>;

export async function systemAccounts(db: Queryable, scope: ScopeColumns): Promise<SystemAccounts> {
  return (await systemAccountsOf(db, [scope]))(scope);
}

/** Those of many scopes. */
export async function systemAccountsOf(
  db: Queryable,
  scopes: readonly ScopeColumns[],
): Promise<(scope: ScopeColumns) => SystemAccounts> {
  const changed = await ChartSystemAccount.query(db)
    .whereIn('project_id', [...new Set(scopes.map(({ project_id }) => project_id))])
    .whereIn('environment', [...new Set(scopes.map(({ environment }) => environment))]);
  const by_scope = groupBy(changed, scopeName);
  return (scope) => ({
    ...SYSTEM_ACCOUNTS,
    ...Object.fromEntries(
      (by_scope.get(scopeName(scope)) ?? []).map(({ kind, code, name }) => [kind, { code, name }]),
    ),
  });
}

export function systemKindOf(accounts: SystemAccounts, code: string): SystemKind | undefined {
  return SYSTEM_KINDS.find((kind) => accounts[kind].code === code);
}
