/** Approvals: requests that wait for a second person, and the decisions. */
import joi from 'joi';
import { resource } from '../../core/schema.ts';
import { getPeriod, periodSchema, presentPeriod } from '../../domain/accounting/index.ts';
import { batchSchema, getBatch, presentBatch } from '../../domain/batches/index.ts';
import { getSettings } from '../../domain/cooperative/index.ts';
import { kycLimits } from '../../domain/customers/index.ts';
import { getImport, importSchema, presentImport } from '../../domain/cutover/index.ts';
import { dividendSchema, presentDividend, readDividend } from '../../domain/dividends/index.ts';
import { interestSchema, presentInterest, readInterest } from '../../domain/interest/index.ts';
import { loanSchema, presentLoan, readLoan } from '../../domain/loans/index.ts';
import { presentSettings, settingsSchema } from '../../domain/members/index.ts';
import { approvals, entries } from '../../domain/movements/index.ts';
import { payouts } from '../../domain/payments/index.ts';
import type { SubjectType } from '../../domain/platform/second-person.port.ts';
import type { ScopedContext } from '../../domain/platform/unit.ts';
import { presentRun, readRun, runSchema } from '../../domain/reconciliation/index.ts';
import { projects, readProject, staffMembers, strictApprovals } from '../../domain/staff/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import { text } from '../fields.ts';
import { SCOPED, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { byActor, me, type RequestedByMe } from '../requests/requested-by.ts';

const tag = 'Approvals';
const path = '/api/v1/approvals';
const note = text(500);

const approvedSchema = resource('Approved', 'A decision and its result', {
  approval: approvals.schema,
  entry: entries.schema.describe('For a movement').optional(),
  loan: loanSchema.describe('For a loan or its write-off').optional(),
  dividend: dividendSchema.describe('For a dividend').optional(),
  savings_interest: interestSchema.describe('For interest on deposits').optional(),
  period: periodSchema.describe('For closing or reopening an accounting period').optional(),
  project: projects.schema.describe('For turning strict approvals off').optional(),
  staff: staffMembers.schema.describe('For a role').optional(),
  settings: settingsSchema.describe('For settings of the SACCO').optional(),
  limits: kycLimits.schema.describe('For limits of a KYC tier').optional(),
  run: runSchema.describe('For the completion of payments by a statement').optional(),
  payout: payouts.schema.describe('For a payout, or the record of how it ended').optional(),
  payout_settings: payouts.settingsSchema.describe('For payouts of a provider').optional(),
  import: importSchema.describe('For an import at cut-over').optional(),
  batch: batchSchema.describe('For a batch of movements').optional(),
  receipt: receipts.schema.describe('For a refund of unallocated money').optional(),
});

type Decided = Awaited<ReturnType<typeof approvals.approve>>['approval'];

/** What a request was about, as it is after the decision, by its type. */
const SUBJECTS: Record<
  SubjectType,
  (base: ScopedContext, approval: Decided & { subject_id: string }) => Promise<object>
> = {
  period: async ({ ctx: { db }, scope }, { subject_id }) => ({
    period: await presentPeriod(db, await getPeriod(db, scope, subject_id)),
  }),
  project: async ({ ctx: { db }, scope }) => ({
    project: projects.present(await readProject(db, scope.project_id)),
  }),
  staff: async ({ ctx: { db }, scope }, { subject_id }) => ({
    staff: staffMembers.present(await strictApprovals.getStaffMember(db, scope.project_id, subject_id)),
  }),
  settings: async ({ ctx: { db }, scope }) => ({ settings: presentSettings(await getSettings(db, scope)) }),
  limits: async ({ ctx: { db }, scope }, { change }) => ({
    limits: kycLimits.present(await kycLimits.find(db, scope, change as kycLimits.TierLimits)),
  }),
  run: async ({ ctx: { db }, scope }, { subject_id }) => ({
    run: await presentRun(db, await readRun(db, scope, subject_id)),
  }),
  payout: async ({ ctx: { db }, scope }, { subject_id }) => ({
    payout: await payouts.present(db, await payouts.get(db, scope, subject_id)),
  }),
  payout_settings: async ({ ctx: { db }, scope }, { subject_id }) => ({
    payout_settings: payouts.presentSettings(await payouts.getSettings(db, scope, subject_id)),
  }),
  import: async ({ ctx: { db }, scope }, { subject_id }) => ({
    import: await presentImport(db, await getImport(db, scope, subject_id)),
  }),
  batch: async ({ ctx: { db }, scope }, { subject_id }) => ({
    batch: await presentBatch(db, await getBatch(db, scope, subject_id)),
  }),
  receipt: async ({ ctx: { db }, scope }, { subject_id }) => ({
    receipt: await receipts.present(db, await receipts.get(db, scope, subject_id)),
  }),
};

/** Nothing for a movement. */
async function presentSubject(base: ScopedContext, approval: Decided): Promise<object> {
  const { subject_type, subject_id } = approval;
  if (subject_type === null || subject_id === null) return {};
  return SUBJECTS[subject_type](base, { ...approval, subject_id });
}

export const approvalRoutes = [
  route({
    operation_id: 'approvals.list',
    method: 'GET',
    path,
    tag,
    summary: 'Approvals, pending or decided',
    access: SCOPED,
    query: joi.object<Omit<approvals.ApprovalFilter, 'requested_by'> & RequestedByMe>({
      ...listFields('approval'),
      status: joi
        .string()
        .valid(...approvals.FILTERS)
        .description('`decided`: all except pending ones'),
      requested_by: me,
    }),
    responses: { 200: { description: 'Approvals', schema: listPageOf('approvals', approvals.schema) } },
    handle: async ({ ctx, caller, query }) =>
      pageOfPresented('approvals', await approvals.list(caller, byActor(query, caller.actor)), (rows) =>
        approvals.presentAll(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'approvals.get',
    method: 'GET',
    path: `${path}/{approval}`,
    tag,
    summary: 'One approval, and what approving it would do',
    description:
      'While it is pending, `effect` shows what approving it now would do, computed by the code that would do it; reading it moves nothing.',
    access: SCOPED,
    responses: { 200: { description: 'The approval', schema: approvals.detailsSchema } },
    handle: async ({ ctx, caller, params }) =>
      ok(await approvals.presentDetails(ctx.db, await approvals.read(caller, params.approval))),
  }),
  route({
    operation_id: 'approvals.approve',
    method: 'POST',
    path: `${path}/{approval}/approve`,
    tag,
    summary: 'Approve a request and carry it out',
    second_factor: approvals.DECISION_DEMANDS.second_factor,
    access: { kind: 'staff', roles: approvals.DECISION_DEMANDS.roles },
    body: joi.object<{ note?: string | null }>({ note: note.allow(null) }),
    responses: { 200: { description: 'Decided and carried out', schema: approvedSchema } },
    handle: async ({ ctx, scope, caller, params, body }) => {
      const done = await approvals.approve(caller, params.approval, body.note ?? null);
      const { loan_id, dividend_id, savings_interest_id } = done.approval;
      return ok({
        approval: await approvals.present(ctx.db, done.approval),
        ...(done.entry ? { entry: await entries.present(ctx, done.entry) } : {}),
        ...(await presentSubject({ ctx, scope }, done.approval)),
        ...(loan_id ? { loan: presentLoan(await readLoan(ctx.db, scope, loan_id)) } : {}),
        ...(dividend_id ? { dividend: presentDividend(await readDividend(ctx.db, scope, dividend_id)) } : {}),
        ...(savings_interest_id
          ? { savings_interest: presentInterest(await readInterest(ctx.db, scope, savings_interest_id)) }
          : {}),
      });
    },
  }),
  route({
    operation_id: 'approvals.reject',
    method: 'POST',
    path: `${path}/{approval}/reject`,
    tag,
    summary: 'Reject a request, with a reason',
    second_factor: approvals.DECISION_DEMANDS.second_factor,
    access: { kind: 'staff', roles: approvals.DECISION_DEMANDS.roles },
    body: joi.object<{ note: string }>({ note: note.required() }),
    responses: { 200: { description: 'Decided', schema: approvals.schema } },
    handle: async ({ ctx, caller, params, body }) =>
      ok(await approvals.present(ctx.db, await approvals.reject(caller, params.approval, body.note))),
  }),
  route({
    operation_id: 'approvals.cancel',
    method: 'POST',
    path: `${path}/{approval}/cancel`,
    tag,
    summary: 'Cancel a request; for the requester, an admin or the owner',
    access: SCOPED,
    responses: { 200: { description: 'Cancelled', schema: approvals.schema } },
    handle: async ({ ctx, caller, params }) =>
      ok(await approvals.present(ctx.db, await approvals.cancel(caller, params.approval))),
  }),
];
