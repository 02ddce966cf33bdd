/** Opens a customer's wallet: one per currency. */
import { refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { inTransaction, type Caller, type CallerUnit } from '../platform/unit.ts';
import {
  effectiveTierOf,
  getCustomer,
  lockCustomer,
  recordCustomerEvent,
  requireActive,
  type CustomerRow,
} from '../customers/index.ts';
import { openAccounts } from '../ledger/index.ts';
import {
  findWallet,
  merchantAccount,
  walletAccount,
  withBalances,
  type WalletWithBalances,
} from './wallet.ts';
import { Wallet, type WalletKey, type WalletRow } from './wallet.model.ts';

/**
 * @returns the wallet, and whether it existed already
 * @throws AppError NOT_FOUND, customer_not_active, kyc_required
 */
export async function openWallet(
  caller: Caller,
  key: WalletKey,
): Promise<{ wallet: WalletWithBalances; replayed: boolean }> {
  const { ctx, scope } = caller;
  const customer = await getCustomer(ctx.db, scope, key.customer_id);
  const existing = await findWallet(ctx.db, scope, key);
  if (existing) return { wallet: expectOne(await withBalances(caller, [existing])), replayed: true };
  await requireEligible(ctx.db, scope, customer);
  // The merchant's balance is the other side of most movements.
  await openAccounts(ctx.db, ctx.ledger, [
    { scope, key: walletAccount(key) },
    { scope, key: merchantAccount(key.currency) },
  ]);
  const opened = await inTransaction(caller, (unit) => store(unit, key));
  const row = opened ?? ((await findWallet(ctx.db, scope, key)) as WalletRow);
  return { wallet: expectOne(await withBalances(caller, [row])), replayed: opened === null };
}

async function requireEligible(db: Queryable, scope: Scope, customer: CustomerRow): Promise<void> {
  requireActive(customer);
  if ((await effectiveTierOf(db, scope, customer)) < 1)
    throw refusal('kyc_required', 'A wallet needs KYC tier 1 or above.');
}

/** @returns null when another request has opened the wallet meanwhile */
async function store(unit: CallerUnit, key: WalletKey): Promise<WalletRow | null> {
  const { trx, scope } = unit;
  await requireEligible(trx, scope, await lockCustomer(unit, key.customer_id, 'share'));
  // As a query of knex: Objection answers a row that was left out as if it had been inserted.
  const [row] = await Wallet.query(trx)
    .insert({ id: newId('wallet'), ...scopeColumns(scope), ...key, created_at: scope.clock.now() })
    .onConflict()
    .ignore()
    .returning('*')
    .toKnexQuery();
  if (!row) return null;
  const details = { wallet_id: row.id, currency: key.currency };
  await recordCustomerEvent(unit, key.customer_id, 'wallet.opened', details);
  return row;
}
