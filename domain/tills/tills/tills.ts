/** Tills: created by owner or admin, renamed, and set aside while nobody has a session there. */
import { refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { getSettings } from '../../cooperative/index.ts';
import { accountId, balanceOf, accounts, ZERO_BALANCES } from '../../ledger/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller, type CallerUnit, type ScopedContext } from '../../platform/unit.ts';
import { TillSession } from '../sessions/session.model.ts';
import { LIVE } from '../sessions/session.rules.ts';
import { Till, type TillRow } from './till.model.ts';

export interface TillRequest {
  name: string;
  branch?: string | undefined;
}

/** A till with what it holds, and the session that is not closed yet. */
export interface TillView extends TillRow {
  balance_minor: bigint;
  session_id: string | null;
}

/** @throws AppError `name_taken`, `sacco_not_set_up` */
export async function createTill(caller: Caller, { name, branch }: TillRequest): Promise<TillView> {
  const { ctx, scope } = caller;
  await getSettings(ctx.db, scope);
  const id = await inTransaction(caller, async (unit) => {
    const till = {
      id: newId('till'),
      ...scopeColumns(scope),
      name,
      branch: branch ?? null,
      created_at: scope.clock.now(),
    };
    const stored = await insertMany(unit.trx, Till.tableName, [till], { answered: 'id' });
    if (stored.length === 0) throw refusal('name_taken');
    await audit(unit, 'sacco.till_created', till.id, { name, branch: till.branch });
    return till.id;
  });
  return readTill(caller, id);
}

export type TillChange = Partial<Pick<TillRow, 'name' | 'branch' | 'active'>>;

/** @throws AppError NOT_FOUND, `name_taken`; `till_open` for one that is set aside while it has a session */
export async function changeTill(caller: Caller, id: string, change: TillChange): Promise<TillView> {
  await inTransaction(caller, async (unit) => {
    const { trx } = unit;
    const present = await lockTill(unit, id);
    if (change.active === false && (await liveSession(trx, id))) throw refusal('till_open');
    const changed = (Object.keys(change) as (keyof TillChange)[]).filter(
      (field) => present[field] !== change[field],
    );
    if (changed.length === 0) return;
    if (changed.some((field) => field !== 'active')) await requireFreeName(unit, { ...present, ...change });
    await Till.query(trx).where({ id }).patch(change);
    await audit(unit, 'sacco.till_changed', id, {
      changes: Object.fromEntries(
        changed.map((field) => [field, { from: present[field], to: change[field] }]),
      ),
    });
  });
  return readTill(caller, id);
}

/** Locked, so that nobody opens a session there until the transaction ends. @throws AppError NOT_FOUND */
export function lockTill({ trx, scope }: Pick<CallerUnit, 'trx' | 'scope'>, id: string): Promise<TillRow> {
  return Till.query(trx).forUpdate().findInScope(scope, id);
}

/** The session at the till that is not closed yet. */
export function liveSession(db: Queryable, till_id: string) {
  return TillSession.query(db)
    .where({ till_id })
    .whereIn('status', [...LIVE])
    .first();
}

async function requireFreeName(
  { trx, scope }: CallerUnit,
  { id, name, branch }: Pick<TillRow, 'id' | 'name' | 'branch'>,
): Promise<void> {
  // Names change one at a time within a cooperative.
  await Till.query(trx).inScope(scope).orderBy('id').forUpdate().select('id');
  const same = await Till.query(trx)
    .inScope(scope)
    .whereNot({ id })
    .whereRaw("lower(name) = lower(?) and lower(coalesce(branch, '')) = lower(?)", [name, branch ?? ''])
    .first();
  if (same) throw refusal('name_taken');
}

/** @throws AppError NOT_FOUND */
export async function readTill(base: ScopedContext, id: string): Promise<TillView> {
  const row = await Till.query(base.ctx.db).findInScope(base.scope, id);
  const [view] = await withHoldings(base, [row]);
  return view as TillView;
}

export interface TillFilter extends PageRequest {
  active?: boolean;
}

/** Newest first. */
export async function listTills(
  base: ScopedContext,
  { active, ...request }: TillFilter,
): Promise<Page<TillView>> {
  const query = Till.query(base.ctx.db).inScope(base.scope);
  if (active !== undefined) void query.where({ active });
  const { items, next_after } = await query.paginate<TillRow>(request);
  return { items: await withHoldings(base, items), next_after };
}

/** The names of tills by id. */
export async function namesOfTills(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await Till.query(db)
    .inScope(scope)
    .whereIn('id', [...ids])
    .select('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function withHoldings({ ctx, scope }: ScopedContext, rows: readonly TillRow[]): Promise<TillView[]> {
  if (rows.length === 0) return [];
  const { currency } = await getSettings(ctx.db, scope);
  const ids = rows.map(({ id }) => accountId(scope, { kind: 'cash_on_hand', currency, owner: id }));
  const balances = await accounts.balances({ ctx, scope }, ids);
  const sessions = await TillSession.query(ctx.db)
    .inScope(scope)
    .whereIn('status', [...LIVE])
    .whereIn(
      'till_id',
      rows.map(({ id }) => id),
    );
  const session_of = new Map(sessions.map(({ id, till_id }) => [till_id, id]));
  return rows.map((row, i) => ({
    ...row,
    balance_minor: balanceOf('cash_on_hand', balances.get(ids[i] as string) ?? ZERO_BALANCES),
    session_id: session_of.get(row.id) ?? null,
  }));
}
