/** Closes an empty savings account: nothing is paid into it any more. */
import { refusal } from '../../../core/errors.ts';
import { lockMember } from '../../cooperative/index.ts';
import { entries, SaccoEntry } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { SavingsAccount } from './account.model.ts';
import { readSavingsAccount } from './open-account.ts';
import type { SavingsView } from './read-savings.ts';

/** Entries of these may still move money. */
const UNFINISHED = ['pending', 'posting', 'paying', 'awaiting_approval'] as const;

/** Closing twice changes nothing. @throws AppError NOT_FOUND, `savings_account_in_use`, `busy`, `account_not_empty` */
export async function closeSavingsAccount(
  caller: Caller,
  member_id: string,
  id: string,
): Promise<SavingsView> {
  await inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const member = await lockMember(unit, member_id, 'update');
    for (const guard of ctx.savings_close_guards) await guard(unit, member);
    const view = await readSavingsAccount({ ...unit, db: trx }, member_id, id);
    if (view.stored_id === null || view.product.kind === 'fixed') throw refusal('savings_account_in_use');
    // Movements are stored under a lock of the row: later ones see it closed.
    const account = await SavingsAccount.query(trx).inScope(scope).where({ id }).forUpdate().first();
    if (account?.status !== 'active') return;
    const moving = await SaccoEntry.query(trx)
      .where({ member_id })
      .whereIn('status', [...UNFINISHED])
      .where((either) => either.where({ savings_account_id: id }).orWhere({ to_savings_account_id: id }))
      .first();
    if (moving) throw refusal('savings_account_in_use', 'A movement of the account is under way, or waits.');
    if (await entries.isInBatch(trx, scope, member_id)) throw refusal('busy');
    // Read once nothing can be stored any more.
    const { balance_minor } = await readSavingsAccount({ ...unit, db: trx }, member_id, id);
    if (balance_minor !== 0n)
      throw refusal('account_not_empty', 'Move what the savings account holds first.');
    await SavingsAccount.query(trx).where({ id }).patch({ status: 'closed', closed_at: scope.clock.now() });
    await audit(unit, 'sacco.savings_account_closed', id, { member_id });
  });
  return readSavingsAccount(caller, member_id, id);
}
