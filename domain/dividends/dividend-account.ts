/** Into which of their savings accounts members have dividends paid. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { getMember, lockMember, SaccoMember, savingsIds } from '../cooperative/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { requirePayable, SavingsAccount } from '../savings/index.ts';

export interface DividendAccount {
  member_id: string;
  /** Null: the account that every member has. */
  account_id: string | null;
}

/** One that was closed since is none any more. @throws AppError NOT_FOUND */
export async function getDividendAccount(
  db: Queryable,
  scope: Scope,
  member_id: string,
): Promise<DividendAccount> {
  const { dividend_account_id: chosen } = await getMember(db, scope, member_id);
  const account = chosen === null ? undefined : await SavingsAccount.query(db).findById(chosen);
  return { member_id, account_id: account?.status === 'active' ? account.id : null };
}

/**
 * Lines that are declared already stay as they are. Recorded in the audit log.
 * @throws AppError NOT_FOUND, `account_inactive`, `savings_account_fixed`
 */
export async function chooseDividendAccount(
  caller: Caller,
  member_id: string,
  savings_account_id: string,
): Promise<DividendAccount> {
  const account_id = savingsIds.storedId(member_id, savings_account_id);
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const { dividend_account_id: before } = await lockMember(unit, member_id, 'update');
    if (account_id !== null) await requirePayable(trx, scope, { member_id, id: account_id });
    if (before !== account_id) {
      await SaccoMember.query(trx)
        .inScope(scope)
        .where({ id: member_id })
        .patch({ dividend_account_id: account_id, updated_at: scope.clock.now() });
      await audit(unit, 'sacco.dividend_account_changed', member_id, {
        from: savingsIds.idOf(member_id, before),
        to: savings_account_id,
      });
    }
    return { member_id, account_id };
  });
}

/** By member; those who chose none, or one that was closed since, are left out. */
export async function chosenAccounts(db: Queryable, scope: Scope): Promise<Map<string, string>> {
  const rows = await SavingsAccount.query(db)
    .inScope(scope)
    .where({ status: 'active' })
    .whereIn(
      'id',
      SaccoMember.query(db).inScope(scope).whereNotNull('dividend_account_id').select('dividend_account_id'),
    )
    .select('id', 'member_id');
  return new Map(rows.map(({ id, member_id }) => [member_id, id]));
}
