/** New approvals, about an entry or something else, stored in the transaction that stores what they are about. */
import { newId } from '../../../core/ids.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { CallerUnit, ScopedUnit } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import {
  columnsOfEntry,
  SaccoApproval,
  type ApprovalRow,
  type SubjectApprovalKind,
} from './approval.model.ts';
import { presentApproval } from './approval.presenter.ts';
import { getApproval } from './approval.ts';
import type { EntryRow } from '../entries/entry.model.ts';

interface SubjectRequest {
  kind: SubjectApprovalKind;
  subject: { type: NonNullable<ApprovalRow['subject_type']>; id: string };
  /** What the checker reads. */
  summary: string;
  memo: string;
}

/** Requests a decision on something else than an entry. @returns the id of the approval */
export async function requestSubjectApproval(
  unit: CallerUnit,
  { kind, subject, summary, memo }: SubjectRequest,
): Promise<string> {
  const id = newId('approval');
  await SaccoApproval.query(unit.trx).insert({
    id,
    ...scopeColumns(unit.scope),
    kind,
    subject_type: subject.type,
    subject_id: subject.id,
    summary,
    memo,
    requested_by_type: unit.actor.type,
    requested_by_id: unit.actor.id,
    requested_at: unit.scope.clock.now(),
  });
  await recordCreated(unit, id);
  return id;
}

/** The event comes once the entry is stored, too: `recordCreated`. @returns the id of the approval */
export async function insertApproval({ trx }: ScopedUnit, entry: EntryRow, summary: string): Promise<string> {
  const id = newId('approval');
  await SaccoApproval.query(trx).insert({
    id,
    ...scopeColumns(entry),
    ...columnsOfEntry(entry),
    summary,
    requested_by_type: entry.requested_by_type,
    requested_by_id: entry.requested_by_id,
    requested_at: entry.created_at,
  });
  return id;
}

export async function recordCreated(unit: ScopedUnit, id: string): Promise<void> {
  await recordEvent(unit, 'approval.created', async () =>
    presentApproval(unit.trx, await getApproval({ ...unit, db: unit.trx }, id)),
  );
}
