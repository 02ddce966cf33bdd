/** Another currency of a cooperative whose members' money has not moved: products and accounts follow. */
import type { Currency } from '../../../core/money.ts';
import { openAccounts } from '../../ledger/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { SavingsAccount } from '../accounts/account.model.ts';
import { SavingsProduct } from './product.model.ts';

export async function changeSavingsCurrency(
  { ctx, trx, scope }: ScopedUnit,
  currency: Currency,
): Promise<void> {
  await SavingsProduct.query(trx).inScope(scope).patch({ currency });
  const opened = await SavingsAccount.query(trx).inScope(scope).patch({ currency }).returning('id');
  const keys = opened.map(({ id }) => ({ kind: 'member_savings' as const, currency, owner: id }));
  if (keys.length > 0)
    await openAccounts(
      trx,
      ctx.ledger,
      keys.map((key) => ({ scope, key })),
    );
}
