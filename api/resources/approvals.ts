/** Approvals: what waits for a second person, and the decision. */
import joi from 'joi';
import { resource } from '../../core/schema.ts';
import { dividendSchema, presentDividend, readDividend } from '../../domain/dividends/index.ts';
import { loanSchema, presentLoan, readLoan } from '../../domain/loans/index.ts';
import {
  APPROVAL_STATUSES,
  approvalSchema,
  approve,
  cancelApproval,
  DECIDED,
  entrySchema,
  getApproval,
  listApprovals,
  presentApproval,
  presentApprovals,
  presentEntry,
  reject,
  type ApprovalFilter,
} from '../../domain/sacco/index.ts';
import { DECIDERS } from '../../domain/staff/index.ts';
import { pageFields, text } from '../fields.ts';
import { SCOPED, ok, pageOfPresented, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';
import { byActor, me, type RequestedByMe } from './requested-by.ts';

const tag = 'Approvals';
const path = '/api/v1/approvals';
const note = text(500);

const approvedSchema = resource('Approved', 'A decision and what was carried out by it', {
  approval: approvalSchema,
  entry: entrySchema,
  loan: loanSchema.describe('Of a loan or its write-off').optional(),
  dividend: dividendSchema.describe('Of a dividend').optional(),
});

export const approvalRoutes = [
  route({
    operation_id: 'approvals.list',
    method: 'GET',
    path,
    tag,
    summary: 'What waits for a second person, or did',
    access: SCOPED,
    query: joi.object<Omit<ApprovalFilter, 'requested_by'> & RequestedByMe>({
      ...pageFields('approval'),
      status: joi
        .string()
        .valid(...APPROVAL_STATUSES, DECIDED)
        .description('`decided`: all that are not pending'),
      requested_by: me,
    }),
    responses: { 200: { description: 'Approvals', schema: pageOf('approvals', approvalSchema) } },
    handle: async ({ ctx, scope, actor, query }) =>
      pageOfPresented('approvals', await listApprovals(ctx, scope, byActor(query, actor)), (rows) =>
        presentApprovals(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'approvals.get',
    method: 'GET',
    path: `${path}/{approval}`,
    tag,
    summary: 'One approval',
    access: SCOPED,
    responses: { 200: { description: 'The approval', schema: approvalSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await presentApproval(ctx.db, await getApproval(ctx, ctx.db, scope, params.approval))),
  }),
  route({
    operation_id: 'approvals.approve',
    method: 'POST',
    path: `${path}/{approval}/approve`,
    tag,
    summary: 'Approve, and carry out what was asked for',
    second_factor: true,
    access: { kind: 'staff', roles: DECIDERS },
    body: joi.object<{ note?: string | null }>({ note: note.allow(null) }),
    responses: { 200: { description: 'Decided and carried out', schema: approvedSchema } },
    handle: async ({ ctx, scope, user, params, body }) => {
      const done = await approve(ctx, scope, user.id, params.approval, body.note ?? null);
      const { loan_id, dividend_id } = done.approval;
      return ok({
        approval: await presentApproval(ctx.db, done.approval),
        entry: await presentEntry(ctx, done.entry),
        ...(loan_id ? { loan: presentLoan(await readLoan(ctx.db, scope, loan_id)) } : {}),
        ...(dividend_id ? { dividend: presentDividend(await readDividend(ctx.db, scope, dividend_id)) } : {}),
      });
    },
  }),
  route({
    operation_id: 'approvals.reject',
    method: 'POST',
    path: `${path}/{approval}/reject`,
    tag,
    summary: 'Reject, and say why',
    second_factor: true,
    access: { kind: 'staff', roles: DECIDERS },
    body: joi.object<{ note: string }>({ note: note.required() }),
    responses: { 200: { description: 'Decided', schema: approvalSchema } },
    handle: async ({ ctx, scope, user, params, body }) =>
      ok(await presentApproval(ctx.db, await reject(ctx, scope, user.id, params.approval, body.note))),
  }),
  route({
    operation_id: 'approvals.cancel',
    method: 'POST',
    path: `${path}/{approval}/cancel`,
    tag,
    summary: 'Take a request back: whoever asked, an admin or the owner',
    access: SCOPED,
    responses: { 200: { description: 'Cancelled', schema: approvalSchema } },
    handle: async ({ ctx, scope, actor, params }) =>
      ok(await presentApproval(ctx.db, await cancelApproval(ctx, scope, actor, params.approval))),
  }),
];
