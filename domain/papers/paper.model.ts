/** A paper as stored: what its code tells whoever holds it. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { PaperKind } from './words/words.ts';

export class SaccoPaper extends TableModel {
  static override tableName = 'sacco_papers';
  static override idColumn = 'code';
  static override label = 'paper';

  declare code: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: PaperKind;
  /** Of what it tells: the same paper has the same code. */
  declare fingerprint: string;
  /** Of a receipt. */
  declare entry_id: string | null;
  /** null where the entry is of no member. */
  declare member_no: string | null;
  declare amount_minor: bigint;
  declare currency: Currency;
  /** Local date. */
  declare dated_on: string;
  declare created_at: Date;
}

export type PaperRow = ModelObject<SaccoPaper>;
