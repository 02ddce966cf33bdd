/**
 * A movement's intent: checked against the customers and their limits, and written with what it takes up, all under the
 * wallets' locks. The transfer's id is fixed with it, so that a repeat, or the job that finishes what a crash left behind,
 * books the same transfer.
 */
import type { Reason } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Environment, Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import {
  effectiveTierOf,
  kycLimit,
  lockCustomers,
  requireActive,
  type CustomerRow,
} from '../customers/index.ts';
import { accountId } from '../ledger/index.ts';
import { creditBreach, debitBreach, limitRefusal, requireCountable, type Limits } from './limits.rules.ts';
import { boundChange, MOVEMENT_KINDS, type MovementKind, type MovementStatus } from './movement.rules.ts';
import { lockWallets, merchantAccount, walletAccount, type WalletRow } from './wallet.ts';

export interface MovementRow {
  id: string;
  project_id: string;
  environment: Environment;
  kind: MovementKind;
  /** null where the merchant's balance is that side. */
  debit_wallet_id: string | null;
  credit_wallet_id: string | null;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
  /** YYYY-MM-DD that it counts on as outgoing; null when it does not count. */
  outgoing_on: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  status: MovementStatus;
  refusal: Reason | null;
  created_at: Date;
}

/** What is to be moved; a side without a customer is the merchant's balance. */
export interface Order {
  id: string;
  kind: MovementKind;
  from: string | null;
  to: string | null;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
}

/**
 * Writes the intent. Every check comes first, so that nothing is written when this throws.
 * @throws AppError NOT_FOUND, wallet_not_found, customer_not_active, limit_exceeded, overflow
 */
export async function intendMovement(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  order: Order,
): Promise<MovementRow> {
  const { from, to, currency } = order;
  const ids = [from, to].filter((id) => id !== null);
  const customers = await lockCustomers(trx, scope, ids, 'share');
  for (const customer of customers) requireActive(customer);
  const outgoing_on = MOVEMENT_KINDS[order.kind].outgoing ? localDateAt(scope.clock.now()) : null;
  // Read before the wallets are locked: under those locks everybody else waits.
  const [limits_out, limits_in] = [
    outgoing_on ? await limitsOf(trx, scope, customers, from, currency) : null,
    await limitsOf(trx, scope, customers, to, currency),
  ];
  const wallets = await lockWallets(trx, scope, ids, currency);
  const debit = wallets.find(({ customer_id }) => customer_id === from) ?? null;
  const credit = wallets.find(({ customer_id }) => customer_id === to) ?? null;
  if (debit && outgoing_on) {
    const breach = debitBreach(limits_out, await outOn(trx, debit, outgoing_on), order.amount_minor);
    if (breach) throw limitRefusal(breach, currency);
  }
  if (credit) {
    const breach = creditBreach(limits_in, credit.balance_bound_minor, order.amount_minor);
    if (breach) throw limitRefusal(breach, currency);
    requireCountable(credit.balance_bound_minor + order.amount_minor);
  }
  const account = (wallet: WalletRow | null): string =>
    accountId(scope, wallet ? walletAccount(wallet) : merchantAccount(currency));
  const row: MovementRow = {
    id: order.id,
    project_id: scope.project_id,
    environment: scope.environment,
    kind: order.kind,
    debit_wallet_id: debit?.id ?? null,
    credit_wallet_id: credit?.id ?? null,
    debit_account_id: account(debit),
    credit_account_id: account(credit),
    amount_minor: order.amount_minor,
    currency: order.currency,
    reference: order.reference,
    outgoing_on,
    actor_type: actor.type,
    actor_id: actor.id,
    status: 'pending',
    refusal: null,
    created_at: scope.clock.now(),
  };
  await trx('wallet_movements').insert(row);
  await changeBound(trx, row, 'pending');
  await takeUpDay(trx, row);
  return row;
}

/** What the customer is under; null for the merchant's side. */
async function limitsOf(
  trx: Transaction,
  scope: Scope,
  customers: CustomerRow[],
  customer_id: string | null,
  currency: Currency,
): Promise<Limits | null> {
  const customer = customers.find(({ id }) => id === customer_id);
  return customer ? kycLimit(trx, scope, await effectiveTierOf(trx, scope, customer), currency) : null;
}

/** What the wallet paid out on the day, or is about to, in minor units. */
async function outOn(trx: Transaction, { id }: WalletRow, day: string): Promise<bigint> {
  const row = await trx('wallet_daily_out').where({ wallet_id: id, day }).first();
  return BigInt(row?.out_minor ?? 0);
}

/** Adds to what goes out on the movement's day, where it counts as outgoing. */
async function takeUpDay(trx: Transaction, movement: MovementRow): Promise<void> {
  if (!movement.outgoing_on) return;
  await trx('wallet_daily_out')
    .insert({
      wallet_id: movement.debit_wallet_id,
      day: movement.outgoing_on,
      out_minor: movement.amount_minor,
    })
    .onConflict(['wallet_id', 'day'])
    .merge({ out_minor: trx.raw('wallet_daily_out.out_minor + excluded.out_minor') });
}

async function giveBackDay(trx: Transaction, movement: MovementRow): Promise<void> {
  if (!movement.outgoing_on) return;
  await trx('wallet_daily_out')
    .where({ wallet_id: movement.debit_wallet_id, day: movement.outgoing_on })
    .update({ out_minor: trx.raw('out_minor - ?', [movement.amount_minor as never]) });
}

/**
 * Notes how a movement ended and gives back what it took up; repeated, it changes nothing.
 * @returns false when that was noted before
 */
export async function endMovement(
  trx: Transaction,
  movement: MovementRow,
  refused: Reason | null,
): Promise<boolean> {
  const status = refused ? 'refused' : 'posted';
  const changed = await trx('wallet_movements')
    .where({ id: movement.id, status: 'pending' })
    .update({ status, refusal: refused });
  if (changed === 0) return false;
  await changeBound(trx, movement, status);
  if (refused) await giveBackDay(trx, movement);
  return true;
}

async function changeBound(trx: Transaction, movement: MovementRow, status: MovementStatus): Promise<void> {
  const change = boundChange(movement, status);
  if (!change) return;
  const balance_bound_minor = trx.raw('balance_bound_minor + ?', [change.change_minor as never]);
  await trx('wallets').where({ id: change.wallet_id }).update({ balance_bound_minor });
}
