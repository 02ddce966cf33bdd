/** New approvals, about an entry or something else, stored in the transaction that stores what they are about. */
import { systemNow } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { toJson } from '../../../core/json.ts';
import { ENVIRONMENTS } from '../../../core/scope.ts';
import { scopeColumns } from '../../../db/model.ts';
import { PROJECT_SUBJECTS, type NewSubjectRequest } from '../../platform/second-person.port.ts';
import type { CallerUnit, ScopedUnit } from '../../platform/unit.ts';
import { recordEvents, type EventType } from '../../webhooks/index.ts';
import { columnsOfEntry, SaccoApproval, type ApprovalRow, type DescribedApproval } from './approval.model.ts';
import { presentApproval } from './approval.presenter.ts';
import { getApproval } from './approval.ts';
import type { EntryRow } from '../entries/entry.model.ts';

/**
 * Requests a decision on something else than an entry. The same change that the same person has requested before, and that still
 * waits, is requested once; the caller has locked what it is about.
 * @returns the id of the approval
 */
export async function requestSubjectApproval(
  unit: CallerUnit,
  { subject, amount, change, ...request }: NewSubjectRequest,
): Promise<string> {
  const { trx, actor, scope } = unit;
  const is_of_project = PROJECT_SUBJECTS.includes(subject.type);
  const columns = {
    kind: request.kind,
    environment: is_of_project ? null : scope.environment,
    subject_type: subject.type,
    subject_id: subject.id,
    requested_by_type: actor.type,
    requested_by_id: actor.id,
  };
  if (change) {
    const waiting = await SaccoApproval.query(trx)
      .where({ project_id: scope.project_id, status: 'pending', ...columns })
      .whereRaw('change = ?::jsonb', [toJson(change)])
      .first();
    if (waiting) return waiting.id;
  }
  const id = await insertApproval(unit, {
    ...request,
    ...amount,
    ...columns,
    change,
    requested_at: is_of_project ? systemNow() : scope.clock.now(),
  });
  await recordCreated(unit, id, columns.environment);
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

export async function recordCreated(
  unit: ScopedUnit,
  id: string,
  environment: ApprovalRow['environment'] = unit.scope.environment,
): Promise<void> {
  const read = () => getApproval({ ...unit, db: unit.trx }, id);
  await recordApproval(unit, 'approval.created', { environment, read });
}

/** An approval of the project is an event of both environments. */
export async function recordApproval(
  unit: ScopedUnit,
  type: EventType,
  approval: Pick<ApprovalRow, 'environment'> & { read: () => Promise<DescribedApproval> },
): Promise<void> {
  const environments = approval.environment === null ? ENVIRONMENTS : [approval.environment];
  const events = environments.map((environment) => ({
    scope: { ...unit.scope, environment },
    type,
    row: null,
  }));
  await recordEvents(unit, events, async (rows) => {
    const presented = await presentApproval(unit.trx, await approval.read());
    return rows.map(() => presented);
  });
}
