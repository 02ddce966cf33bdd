/**
 * Reserves movements: checks them against the customers and their limits, and stores them with what they use of those
 * limits, all under the wallets' locks. A movement that was booked in between is stored as it ended. The row fixes the
 * transfer's id, so that a repeat, or the job that finishes what a crash left behind, books the same transfer.
 */
import { orRefusal, withoutErrors } from '../../../core/batch.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import {
  effectiveTiersAt,
  kycLimits,
  lockCustomersOfScopes,
  requireActive,
  type CustomerRow,
} from '../../customers/index.ts';
import { accountId } from '../../ledger/index.ts';
import { changeLockedBounds, dayName, readDailyUsage, addDailyUsage } from './limit-usage.ts';
import type { WalletDay } from './limit-usage.sql.ts';
import { creditBreach, debitBreach, limitRefusal, requireCountable, type Limits } from './limits.rules.ts';
import type { MovementRow } from './movement.model.ts';
import { MOVEMENT_KINDS, type MovementKind } from './movement.rules.ts';
import { lockWallets, merchantAccount, walletAccount } from '../wallet.ts';
import type { WalletKey, WalletRow } from '../wallet.model.ts';

/** A side without a customer is the merchant's balance. */
export interface WalletTransferRequest {
  id: string;
  kind: MovementKind;
  from: string | null;
  to: string | null;
  amount_minor: bigint;
  currency: Currency;
  /** The client's idempotency key, or the payment's id. */
  reference: string;
}

export interface MovementRequest {
  scope: Scope;
  actor: Actor;
  transfer: WalletTransferRequest;
}

/**
 * Reserves one movement.
 * @throws AppError NOT_FOUND, wallet_not_found, customer_not_active, limit_exceeded, overflow
 */
export async function reserveMovement(trx: Transaction, request: MovementRequest): Promise<MovementRow> {
  const row = expectOne(await prepareMovements(trx, [request]));
  if (row instanceof Error) throw row;
  await insertMovements(trx, [row]);
  return row;
}

/**
 * Checks many, in their order, each against what those before it are about to use. Their wallets stay locked.
 * @returns in their order, the movement that is to be stored or why there is none
 */
export async function prepareMovements(
  trx: Transaction,
  requests: MovementRequest[],
): Promise<(MovementRow | Error)[]> {
  const customerOf = await lockCustomersOfScopes(
    trx,
    requests.flatMap(({ scope, transfer }) => partiesOf(transfer).map((id) => ({ scope, id }))),
    'share',
  );
  const eligible = requests.map((request) => orRefusal(() => requireActiveParties(request, customerOf)));
  // Read before the wallets are locked: under those locks everybody else waits.
  const limitsOf = await readLimits(trx, withoutErrors(eligible));
  const walletOf = await lockWallets(trx, withoutErrors(eligible).flatMap(walletsOf));
  const checked = eligible.map((each) =>
    each instanceof Error ? each : orRefusal(() => withWallets(each, walletOf)),
  );
  const reserved: Reservations = {
    bounds: new Map(),
    days: await readDailyUsage(trx, withoutErrors(checked).flatMap(dayOf)),
  };
  return checked.map((each) =>
    each instanceof Error ? each : orRefusal(() => reserve(each, limitsOf(each), reserved)),
  );
}

function partiesOf({ from, to }: WalletTransferRequest): string[] {
  return [from, to].filter((id) => id !== null);
}

/** A request whose customers may move money; null for the merchant's side. */
interface EligibleRequest extends MovementRequest {
  payer: CustomerRow | null;
  payee: CustomerRow | null;
  /** The day that it counts on as outgoing. */
  outgoing_on: string | null;
}

function requireActiveParties(
  request: MovementRequest,
  customerOf: (scope: Scope, id: string) => CustomerRow,
): EligibleRequest {
  const { scope, transfer } = request;
  const party = (id: string | null): CustomerRow | null => (id === null ? null : customerOf(scope, id));
  const [payer, payee] = [party(transfer.from), party(transfer.to)];
  for (const customer of [payer, payee]) if (customer) requireActive(customer);
  const outgoing_on = MOVEMENT_KINDS[transfer.kind].outgoing ? localDateAt(scope.clock.now()) : null;
  return { payer, payee, outgoing_on, ...request };
}

/** What the two sides are under; null where no limit is set, and for the merchant. */
interface SideLimits {
  out: Limits | null;
  in: Limits | null;
}

async function readLimits(
  trx: Transaction,
  movements: EligibleRequest[],
): Promise<(movement: { transfer: WalletTransferRequest }) => SideLimits> {
  const sides = movements.flatMap(({ scope, transfer, payer, payee, outgoing_on }) => [
    ...(payer && outgoing_on ? [{ scope, transfer, customer: payer, side: 'out' as const }] : []),
    ...(payee ? [{ scope, transfer, customer: payee, side: 'in' as const }] : []),
  ]);
  const tierAt = await effectiveTiersAt(
    trx,
    sides.map(({ customer }) => customer),
  );
  const limits = await kycLimits.ofTiers(
    trx,
    sides.map(({ scope, transfer: { currency }, customer }) => ({
      scope,
      tier: tierAt(scope, customer),
      currency,
    })),
  );
  const found = new Map(
    movements.map(({ transfer }): [WalletTransferRequest, SideLimits] => [transfer, { out: null, in: null }]),
  );
  sides.forEach(({ transfer, side }, i) => {
    (found.get(transfer) as SideLimits)[side] = limits[i] ?? null;
  });
  return ({ transfer }) => found.get(transfer) as SideLimits;
}

/** With the wallets, locked. */
interface RequestWithWallets extends EligibleRequest {
  debit: WalletRow | null;
  credit: WalletRow | null;
}

function walletsOf({ transfer }: EligibleRequest): WalletKey[] {
  return partiesOf(transfer).map((customer_id) => ({ customer_id, currency: transfer.currency }));
}

function withWallets(movement: EligibleRequest, walletOf: (key: WalletKey) => WalletRow): RequestWithWallets {
  const { from, to, currency } = movement.transfer;
  const wallet = (customer_id: string | null): WalletRow | null =>
    customer_id === null ? null : walletOf({ customer_id, currency });
  return { debit: wallet(from), credit: wallet(to), ...movement };
}

function dayOf({ debit, outgoing_on }: RequestWithWallets): WalletDay[] {
  return debit && outgoing_on ? [{ wallet_id: debit.id, day: outgoing_on }] : [];
}

/** The bounds and the days' sums of wallets, reservations earlier in the same transaction included; minor units. */
interface Reservations {
  /** By wallet; one that is missing is as it is stored. */
  bounds: Map<string, bigint>;
  /** By name of wallet and day. */
  days: Map<string, bigint>;
}

/** Checks the movement against its limits, and adds it to what they count. @throws AppError limit_exceeded, overflow */
function reserve(
  movement: RequestWithWallets,
  limits: SideLimits,
  { bounds, days }: Reservations,
): MovementRow {
  const { scope, actor, transfer, debit, credit, outgoing_on } = movement;
  const { currency, amount_minor } = transfer;
  const [day] = dayOf(movement).map(dayName);
  const out_minor = day === undefined ? 0n : (days.get(day) ?? 0n);
  if (day !== undefined) {
    const breach = debitBreach(limits.out, out_minor, amount_minor);
    if (breach) throw limitRefusal(breach, currency);
  }
  if (credit) {
    const bound_minor = bounds.get(credit.id) ?? credit.balance_bound_minor;
    const breach = creditBreach(limits.in, bound_minor, amount_minor);
    if (breach) throw limitRefusal(breach, currency);
    requireCountable(bound_minor + amount_minor);
    bounds.set(credit.id, bound_minor + amount_minor);
  }
  if (day !== undefined) days.set(day, out_minor + amount_minor);
  const account = (wallet: WalletRow | null): string =>
    accountId(scope, wallet ? walletAccount(wallet) : merchantAccount(currency));
  return {
    id: transfer.id,
    ...scopeColumns(scope),
    kind: transfer.kind,
    debit_wallet_id: debit?.id ?? null,
    credit_wallet_id: credit?.id ?? null,
    debit_account_id: account(debit),
    credit_account_id: account(credit),
    amount_minor,
    currency,
    reference: transfer.reference,
    outgoing_on,
    actor_type: actor.type,
    actor_id: actor.id,
    status: 'pending',
    refusal: null,
    created_at: scope.clock.now(),
  };
}

/** Stores movements that are pending, or ended, with what they use of limits. Their wallets are locked. */
export async function insertMovements(trx: Transaction, movements: MovementRow[]): Promise<void> {
  await insertAll(trx, 'wallet_movements', movements, { prepared: true });
  await changeLockedBounds(trx, [
    ...movements.map((movement) => ({ movement, status: 'pending' as const })),
    ...movements
      .filter(({ status }) => status !== 'pending')
      .map((movement) => ({ movement, status: movement.status })),
  ]);
  await addDailyUsage(
    trx,
    movements.filter(({ status }) => status !== 'refused'),
  );
}
