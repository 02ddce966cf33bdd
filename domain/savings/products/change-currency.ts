/** Another currency of a cooperative whose members' money has not moved: accounts follow, and products by a trigger. */
import type { Currency } from '../../../core/money.ts';
import { openAccounts } from '../../ledger/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { SavingsAccount } from '../accounts/account.model.ts';
import { SavingsProduct } from './product.model.ts';

export async function changeSavingsCurrency(
  { ctx, trx, scope }: ScopedUnit,
  currency: Currency,
): Promise<void> {
  const opened = await SavingsAccount.query(trx).inScope(scope).patch({ currency }).returning('id');
  const keys = opened.map(({ id }) => ({ kind: 'member_savings' as const, currency, owner: id }));
  if (keys.length > 0)
    await openAccounts(
      trx,
      ctx.ledger,
      keys.map((key) => ({ scope, key })),
    );
}

/** A product whose terms are amounts, which mean nothing in another currency. @returns its name */
export async function findProductWithAmounts({ trx, scope }: ScopedUnit): Promise<string | undefined> {
  const amounts = [
    'min_balance_minor',
    'min_opening_minor',
    'monthly_fee_minor',
    'withdrawal_fee_minor',
  ] as const;
  const found = await SavingsProduct.query(trx)
    .inScope(scope)
    .where((any) => {
      for (const name of amounts) void any.orWhere(name, '>', 0);
    })
    .first();
  return found?.name;
}
