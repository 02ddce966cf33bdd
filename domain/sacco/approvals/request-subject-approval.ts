/** Requests that are about something else than a movement, and wait for a second person. */
import { newId } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import type { EnqueueAfterCommit } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { getApproval } from './approval.ts';
import { SaccoApproval, type SubjectApprovalKind, type ApprovalSubjectType } from './approval.model.ts';
import { presentApproval } from './approval.presenter.ts';

interface SubjectRequest {
  kind: SubjectApprovalKind;
  subject: { type: Exclude<ApprovalSubjectType, 'entry'>; id: string };
  /** What the checker reads. */
  summary: string;
  memo: string;
}

/** Stored in the transaction that stores what it is about. @returns its id */
export async function requestSubjectApproval(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  requested_by: Actor,
  { kind, subject, summary, memo }: SubjectRequest,
): Promise<string> {
  const id = newId('approval');
  await SaccoApproval.query(trx).insert({
    id,
    ...scopeColumns(scope),
    kind,
    subject_type: subject.type,
    subject_id: subject.id,
    summary,
    memo,
    requested_by_type: requested_by.type,
    requested_by_id: requested_by.id,
    requested_at: scope.clock.now(),
  });
  const data = async () => presentApproval(trx, await getApproval(ctx, trx, scope, id));
  await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'approval.created', data);
  return id;
}
