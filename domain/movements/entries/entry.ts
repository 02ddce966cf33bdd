/** New entries, and how one entry is found. */
import { newId } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { SettingsRow } from '../../cooperative/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { LEFT_OUT, SaccoEntry, type EntryRequest, type EntryRow } from './entry.model.ts';

/** A row for the request, not stored yet: it begins as pending. */
export function newEntry(
  { scope, actor }: { scope: Scope; actor: Actor },
  { currency, utc_offset_minutes }: Pick<SettingsRow, 'currency' | 'utc_offset_minutes'>,
  request: EntryRequest,
): EntryRow {
  const now = scope.clock.now();
  return {
    id: newId('entry'),
    ...scopeColumns(scope),
    ...LEFT_OUT,
    currency,
    ...request,
    provider: null,
    phone: null,
    payout_id: null,
    failure_code: null,
    reversed_by_entry_id: null,
    reversed_at: null,
    status: 'pending',
    error: null,
    reason: null,
    requested_by_type: actor.type,
    requested_by_id: actor.id,
    approval_id: null,
    local_date: localDateAt(now, utc_offset_minutes),
    created_at: now,
    posted_at: null,
    ledger_timestamp: null,
    due_at: null,
  };
}

/** @throws AppError NOT_FOUND */
export function getEntry(db: Queryable, scope: Scope, id: string): Promise<EntryRow> {
  return SaccoEntry.query(db).findInScope(scope, id);
}

/** Locks the entry until the transaction ends. @throws AppError NOT_FOUND */
export function lockEntry({ trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>, id: string): Promise<EntryRow> {
  return SaccoEntry.query(trx).forUpdate().findInScope(scope, id);
}
