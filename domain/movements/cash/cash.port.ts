/**
 * Where the cash of a movement is: in the vault, or in the till of an open session. The tills module, which comes after this one,
 * knows the sessions; the composition root puts it into the context.
 */
import type { AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';

/**
 * Whose cash a movement moves while the cooperative has tills:
 * - `open_till`: that of the requester's open session, or of the till that an API key names
 * - `open_till_or_vault`: the same, and the vault's where there is no session
 * - `vault`: always the vault's
 */
export type CashRule = 'open_till' | 'open_till_or_vault' | 'vault';

export interface CashPlace {
  /** Null: the vault. */
  till_id: string | null;
  session_id: string | null;
}

export interface CashPlaces {
  /**
   * The open tills of entries, in their order; null where there is none.
   * @param how `locked`: the sessions stay open until the transaction ends
   * @returns or why the till that an entry names is refused
   */
  ofOpenTills(
    db: Queryable,
    entries: readonly ScopedRow<EntryRow>[],
    how: 'locked' | 'read',
  ): Promise<(CashPlace | AppError | null)[]>;
  /** The names of tills by id. */
  names(db: Queryable, scope: Scope, ids: readonly string[]): Promise<Map<string, string>>;
  /** @throws AppError `till_open` while a till has a session; no till is opened until the transaction ends */
  requireClosed(unit: ScopedUnit): Promise<void>;
}
