/** Changes of the chart by owner and admin, one at a time: new accounts, and codes and names. Recorded in the audit log. */
import { isDeepStrictEqual } from 'node:util';
import { refusal } from '../../core/errors.ts';
import { encodeId, newId } from '../../core/ids.ts';
import { scopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { getSettings, serializeOnSettings } from '../cooperative/index.ts';
import { accountId, accounts, openAccounts, ZERO_BALANCES } from '../ledger/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller, type CallerUnit } from '../platform/unit.ts';
import { ChartAccount, ChartSystemAccount, type ChartAccountRow } from './chart-account.model.ts';
import { MAX_CHART_ACCOUNTS, type CodeAndName, type SystemKind } from './chart.rules.ts';
import { findNamedAccounts } from './find-account.ts';
import { systemAccounts, systemKindOf } from './system-accounts.ts';
import { findUnderWay } from './under-way.sql.ts';

export type AccountRequest = Pick<ChartAccountRow, 'code' | 'name' | 'kind' | 'currency'>;

/** @throws AppError `sacco_not_set_up`, `code_taken`, `too_many_accounts` */
export async function defineAccount(caller: Caller, request: AccountRequest): Promise<ChartAccountRow> {
  const { ctx } = caller;
  await getSettings(ctx.db, caller.scope);
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    await requireFree(unit, request.code);
    const count = await ChartAccount.query(trx).inScope(scope).resultSize();
    if (count >= MAX_CHART_ACCOUNTS) throw refusal('too_many_accounts');
    const id = newId('defined_account');
    const key = { kind: request.kind, currency: request.currency, owner: id };
    const account = await ChartAccount.query(trx)
      .insert({
        ...scopeColumns(scope),
        ...request,
        id,
        account_id: accountId(scope, key),
        created_at: scope.clock.now(),
      })
      .returning('*');
    await openAccounts(trx, ctx.ledger, [{ scope, key }]);
    await audit(unit, 'accounting.account_defined', encodeId('account', account.account_id), { ...request });
    return account;
  });
}

export interface AccountChange extends Partial<CodeAndName> {
  active?: boolean;
}

/**
 * An account without money may be made inactive, and active again.
 * @param name its code or id
 * @throws AppError `account_not_found`, `code_taken`, `account_not_empty`, `busy` while money moves on it
 */
export async function changeAccount(
  caller: Caller,
  name: string,
  change: AccountChange,
): Promise<ChartAccountRow> {
  await getSettings(caller.ctx.db, caller.scope);
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    const [found] = await findNamedAccounts(trx, scope, [name]);
    if (!found?.defined) throw refusal('account_not_found');
    const account = await ChartAccount.query(trx).forUpdate().findInScope(scope, found.defined.id);
    if (change.code !== undefined && change.code !== account.code) await requireFree(unit, change.code);
    if (change.active === false && account.active) await requireEmpty(unit, account);
    const from = { code: account.code, name: account.name, active: account.active };
    const to = { ...from, ...change };
    if (isDeepStrictEqual(from, to)) return account;
    const changed = await ChartAccount.query(trx)
      .inScope(scope)
      .where({ id: account.id })
      .patch(to)
      .returning('*');
    await audit(unit, 'accounting.account_changed', encodeId('account', account.account_id), { from, to });
    return expectOne(changed);
  });
}

/**
 * The code and name of a kind of system account.
 * @param code as it is now
 * @throws AppError NOT_FOUND `account_not_found` for one that the system does not open, `code_taken`
 */
export async function changeSystemAccount(
  caller: Caller,
  code: string,
  change: Partial<CodeAndName>,
): Promise<SystemKind> {
  await getSettings(caller.ctx.db, caller.scope);
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    const system = await systemAccounts(trx, scope);
    const kind = systemKindOf(system, code);
    if (!kind) throw refusal('account_not_found', `The system has no account with the code ${code}.`);
    const from = system[kind];
    const to = { ...from, ...change };
    if (isDeepStrictEqual(from, to)) return kind;
    if (to.code !== from.code) await requireFree(unit, to.code);
    await ChartSystemAccount.query(trx)
      .insert({ ...scopeColumns(scope), kind, ...to })
      .onConflict(['project_id', 'environment', 'kind'])
      .merge(to);
    await audit(unit, 'accounting.system_account_changed', kind, { from, to });
    return kind;
  });
}

/** Under the lock of all changes. @throws AppError `code_taken` */
async function requireFree({ trx, scope }: CallerUnit, code: string): Promise<void> {
  const system = systemKindOf(await systemAccounts(trx, scope), code);
  const found = system ?? (await ChartAccount.query(trx).inScope(scope).where({ code }).first());
  if (!found) return;
  const message = `Another account of the chart has the code ${code}.`;
  throw refusal('code_taken', message, [{ path: 'code', message }]);
}

/** Movements of the account are stored under a lock of its row, which is locked here: later ones see it inactive. */
async function requireEmpty(unit: CallerUnit, { id, account_id }: ChartAccountRow): Promise<void> {
  const { trx, scope } = unit;
  const owner = JSON.stringify([{ owner: id }]);
  const [found] = await findUnderWay(trx, { ...scopeColumns(scope), id, owner });
  if (found?.is_under_way)
    throw refusal('busy', 'Money is moving on this account. Repeat the request in a moment.');
  const balances = (await accounts.balances(unit, [account_id])).get(account_id) ?? ZERO_BALANCES;
  const is_empty =
    balances.debits_posted === balances.credits_posted &&
    balances.debits_pending === 0n &&
    balances.credits_pending === 0n;
  if (!is_empty) throw refusal('account_not_empty');
}
