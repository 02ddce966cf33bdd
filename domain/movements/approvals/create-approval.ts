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
  { subject, ...request }: SubjectRequest,
): Promise<string> {
  const { actor, scope } = unit;
  const id = await insertApproval(unit, {
    ...request,
    subject_type: subject.type,
    subject_id: subject.id,
    requested_by_type: actor.type,
    requested_by_id: actor.id,
    requested_at: scope.clock.now(),
  });
  await recordCreated(unit, id);
  return id;
}

/** The event follows once the entry is stored, too: `recordCreated`. @returns the id of the approval */
export function requestEntryApproval(unit: ScopedUnit, entry: EntryRow, summary: string): Promise<string> {
  const { requested_by_type, requested_by_id, created_at: requested_at } = entry;
  const requested = { requested_by_type, requested_by_id, requested_at };
  return insertApproval(unit, { ...columnsOfEntry(entry), summary, ...requested });
}

async function insertApproval({ trx, scope }: ScopedUnit, columns: Partial<ApprovalRow>): Promise<string> {
  const id = newId('approval');
  await SaccoApproval.query(trx).insert({ id, ...scopeColumns(scope), ...columns });
  return id;
}

export async function recordCreated(unit: ScopedUnit, id: string): Promise<void> {
  await recordEvent(unit, 'approval.created', async () =>
    presentApproval(unit.trx, await getApproval({ ...unit, db: unit.trx }, id)),
  );
}
