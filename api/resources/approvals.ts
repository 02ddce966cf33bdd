/** Approvals: what waits for a second person, and the decision. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  APPROVAL_STATUSES,
  approve,
  cancelApproval,
  getApproval,
  listApprovals,
  presentApproval,
  presentEntry,
  reject,
  type ApprovalStatus,
} from '../../domain/sacco/index.ts';
import { DECIDERS } from '../../domain/staff/index.ts';
import { pageFields, text } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { dateTime, nullable, object, oneOf, pageOf, string } from '../openapi/schemas.ts';
import { entry } from './sacco-entries.ts';

const tag = 'Approvals';
const actor = object({ type: string, id: string });
const approval = object({
  id: string,
  kind: string,
  status: oneOf(APPROVAL_STATUSES),
  entry_id: nullable(string),
  loan_id: nullable(string),
  dividend_id: nullable(string),
  summary: string,
  requested_by: actor,
  requested_at: dateTime,
  decided_by: nullable(actor),
  decided_at: nullable(dateTime),
  note: nullable(string),
});
const params = { approval: 'approval' } as const;
const note = text(500);

export const approvalRoutes = [
  route<'book', PageRequest & { status?: ApprovalStatus }>({
    method: 'GET',
    path: '/api/v1/approvals',
    tag,
    summary: 'What waits for a second person, or did',
    access: SCOPED,
    query: joi.object({ ...pageFields('approval'), status: joi.string().valid(...APPROVAL_STATUSES) }),
    responses: { 200: { description: 'Approvals', schema: pageOf('approvals', approval) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('approvals', await listApprovals(ctx.db, scope, query), presentApproval),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/approvals/{approval}',
    tag,
    summary: 'One approval',
    access: SCOPED,
    params,
    responses: { 200: { description: 'The approval', schema: approval } },
    handle: async ({ ctx, scope, params: { approval: which } }) =>
      ok(presentApproval(await getApproval(ctx.db, scope, which as string))),
  }),
  route<'staff', object, { note?: string | null }>({
    method: 'POST',
    path: '/api/v1/approvals/{approval}/approve',
    tag,
    summary: 'Approve, and carry out what was asked for',
    access: { kind: 'staff', roles: DECIDERS },
    params,
    body: joi.object({ note: note.allow(null) }),
    responses: { 200: { description: 'Decided and carried out', schema: object({ approval, entry }) } },
    handle: async ({ ctx, scope, user, params: { approval: which }, body }) => {
      const done = await approve(ctx, scope, user.id, which as string, body.note ?? null);
      return ok({
        approval: presentApproval(done.approval),
        entry: presentEntry(done.entry),
      });
    },
  }),
  route<'staff', object, { note: string }>({
    method: 'POST',
    path: '/api/v1/approvals/{approval}/reject',
    tag,
    summary: 'Reject, and say why',
    access: { kind: 'staff', roles: DECIDERS },
    params,
    body: joi.object({ note: note.required() }),
    responses: { 200: { description: 'Decided', schema: approval } },
    handle: async ({ ctx, scope, user, params: { approval: which }, body }) =>
      ok(presentApproval(await reject(ctx, scope, user.id, which as string, body.note))),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/approvals/{approval}/cancel',
    tag,
    summary: 'Take a request back: whoever asked, an admin or the owner',
    access: SCOPED,
    params,
    responses: { 200: { description: 'Cancelled', schema: approval } },
    handle: async ({ ctx, scope, actor: by, params: { approval: which } }) =>
      ok(presentApproval(await cancelApproval(ctx, scope, by, which as string))),
  }),
];
