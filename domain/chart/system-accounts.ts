/** The codes and names of the system's accounts in a scope. */
import type { Queryable } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { ChartSystemAccount } from './chart-account.model.ts';
import { SYSTEM_ACCOUNTS, SYSTEM_KINDS, type CodeAndName, type SystemKind } from './chart.rules.ts';

export type SystemAccounts = Readonly<Record<SystemKind, CodeAndName>>;

export async function systemAccounts(db: Queryable, scope: ScopeColumns): Promise<SystemAccounts> {
  const changed = await ChartSystemAccount.query(db).inScope(scope);
  return {
    ...SYSTEM_ACCOUNTS,
    ...Object.fromEntries(changed.map(({ kind, code, name }) => [kind, { code, name }])),
  };
}

export function systemKindOf(accounts: SystemAccounts, code: string): SystemKind | undefined {
  return SYSTEM_KINDS.find((kind) => accounts[kind].code === code);
}
