/**
 * The numbers under which backends know scopes (project and environment). A trigger gives a project its numbers when it is
 * stored, not when its first account is opened: a number that is rolled back there would be lost, while the backend keeps
 * the account that was opened under it.
 */
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';

type ScopeName = Pick<Scope, 'project_id' | 'environment'>;

/** One ledger per scope and currency. */
export function ledgerNumber(scope_number: number, currency: Currency): number {
  return scope_number * 1000 + CURRENCIES[currency].numeric;
}

/** @returns the scopes' numbers, in their order */
export async function scopeNumbers(db: Queryable, scopes: ScopeName[]): Promise<number[]> {
  const wanted = new Map(scopes.map((scope) => [scopeKey(scope), [scope.project_id, scope.environment]]));
  const rows = await db('ledger_books').whereIn(['project_id', 'environment'], [...wanted.values()]);
  const numbers = new Map(rows.map((row) => [scopeKey(row), row.no as number]));
  return scopes.map((scope) => {
    const number = numbers.get(scopeKey(scope));
    if (number === undefined) throw new Error(`${scopeKey(scope)} has no books`);
    return number;
  });
}

function scopeKey({ project_id, environment }: ScopeName): string {
  return `${project_id}/${environment}`;
}
