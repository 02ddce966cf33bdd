/**
 * The savings accounts that movements name, and the rules of their products. The savings module, which comes after this one, knows
 * them; the composition root puts it into the context.
 */
import type { AppError } from '../../../core/errors.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import type { Reader } from '../movement.ts';

export interface SavingsRules {
  /**
   * Applies the rules of the products to new entries, under locks that hold until the transaction ends: the accounts stay active, and a
   * notice is used once.
   * @returns in their order, the entries with their fees, the part that a notice covers and what their account is to keep; or why
   *   they are refused
   */
  assign(
    base: Pick<ScopedContext, 'ctx'> & Pick<Reader, 'db'>,
    entries: readonly ScopedRow<EntryRow>[],
  ): Promise<(EntryRow | AppError)[]>;
  /**
   * What an entry that waited leaves in its account now.
   * @param how `locked`: its accounts stay active until the transaction ends
   * @returns the changes to the entry, or why it can no longer be booked
   */
  plan(reader: Reader, entry: EntryRow, how: 'locked' | 'read'): Promise<Partial<EntryRow> | AppError>;
}

declare module '../../platform/context.ts' {
  interface Context {
    savings: SavingsRules;
  }
}
