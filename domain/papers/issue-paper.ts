/** The code of a paper, and what it tells. */
import { randomBytes } from 'node:crypto';
import { fingerprint } from '../../core/fingerprint.ts';
import type { Currency } from '../../core/money.ts';
import { scopeColumns } from '../../db/model.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { CODE_BYTES, codeOf } from './code.rules.ts';
import { SaccoPaper } from './paper.model.ts';
import type { PaperKind } from './words/words.ts';

export interface PaperFacts {
  kind: PaperKind;
  /** Ids of what it is about. */
  subject: string[];
  entry_id?: string;
  member_no: string | null;
  amount_minor: bigint;
  currency: Currency;
  /** Local date. */
  dated_on: string;
}

/** @returns the code that a paper with these facts has, in whatever language and however often it is made */
export async function codeOfPaper({ ctx, scope }: ScopedContext, facts: PaperFacts): Promise<string> {
  const { kind, entry_id = null, member_no, amount_minor, currency, dated_on } = facts;
  const mark = fingerprint(facts);
  // A long read may be answered by a replica.
  const db = ctx.primary;
  const found = () => SaccoPaper.query(db).inScope(scope).where({ fingerprint: mark }).first();
  const before = await found();
  if (before) return before.code;
  const row = {
    code: codeOf(randomBytes(CODE_BYTES)),
    ...scopeColumns(scope),
    kind,
    fingerprint: mark,
    entry_id,
    member_no,
    amount_minor,
    currency,
    dated_on,
    created_at: scope.clock.now(),
  };
  if (await SaccoPaper.query(db).insertUnlessTaken(row)) return row.code;
  // Made at the same time by another request.
  return ((await found()) as SaccoPaper).code;
}
