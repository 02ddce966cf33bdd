/** Loans: applications, current state, write-offs, and the portfolio. */
import joi from 'joi';
import { idPattern } from '../../core/ids.ts';
import { worded } from '../../core/field-messages.ts';
import { either } from '../../core/schema.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  DISBURSE_TO,
  guarantees,
  guarantorConsents,
  listLoans,
  LOAN_STATUSES,
  loanApplications,
  loanPortfolio,
  loanSchema,
  loanSummarySchema,
  presentLoan,
  presentLoanSummary,
  readLoan,
  requestWriteOff,
  type DisburseTo,
  type LoanStatus,
} from '../../domain/loans/index.ts';
import { entries } from '../../domain/movements/index.ts';
import { guaranteePdf, loanSchedulePdf } from '../../domain/papers/index.ts';
import {
  amountFields,
  amountOf,
  id,
  idempotencyKeyUnlessDry,
  text,
  withOneAmount,
  type AmountBody,
} from '../fields.ts';
import { PDF, SCOPED, jsonOrPdf, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { mobileFields } from '../requests/mobile-money.ts';
import { language, PAPER_HINT, paperOf, type InLanguage } from '../requests/paper.ts';
import {
  answerEntry,
  bodyWithMemo,
  intoSavingsAccount,
  movementOf,
  movementResponses,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'Loans';
const path = '/api/v1/sacco/loans';

const month = worded(
  joi
    .string()
    .custom((text: string, helpers) => (loanPortfolio.isMonth(text) ? text : helpers.error('month'))),
  { month: '{{#label}} must be a month, as YYYY-MM' },
).meta({ openapi: { pattern: '^\\d{4}-(0[1-9]|1[0-2])$' } });

interface ApplicationBody extends Omit<MovementBody, 'idempotency_key'> {
  /** Required unless `dry_run`. */
  idempotency_key?: string;
  dry_run: boolean;
  member_id: string;
  product_id: string;
  term: number;
  purpose: string | null;
  officer_user_id?: string;
  disburse_to?: DisburseTo;
  savings_account_id?: string;
  guarantors: (AmountBody & { member_id: string })[];
}

interface ConsentBody extends guarantorConsents.ConsentAnswer {
  method: 'code' | 'in_person';
}

const CONSENT_CODE = new RegExp(`^\\d{${guarantorConsents.CODE_DIGITS}}$`);

const guarantor = withOneAmount<ApplicationBody['guarantors'][number]>({
  member_id: id('member').required(),
  ...amountFields,
});

/** A loan, or its preview with `dry_run`. */
const applicationSchema = either(loanSchema, loanApplications.previewSchema);

export const loanRoutes = [
  route({
    operation_id: 'sacco.loans.apply',
    method: 'POST',
    path,
    tag,
    summary: 'Apply for a loan; a checker decides',
    description:
      'With `dry_run` nothing is stored, and the answer has the schedule, the fee and all checks (`LoanPreview`).',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<ApplicationBody>({
      ...amountFields,
      member_id: id('member').required(),
      product_id: id('loan_product').required(),
      term: joi.number().integer().min(1).max(32_767).required(),
      purpose: text(500).allow(null).default(null),
      officer_user_id: id('user').description(
        'The staff member responsible for the loan; by default the user who applies',
      ),
      disburse_to: joi
        .string()
        .valid(...DISBURSE_TO)
        .description("By default into the member's savings; or to the member's phone"),
      ...mobileFields('disburse_to'),
      savings_account_id: intoSavingsAccount,
      guarantors: joi.array().items(guarantor).max(loanApplications.MAX_GUARANTORS).default([]),
      dry_run: joi.boolean().default(false).description('Returns a preview and stores nothing'),
      idempotency_key: idempotencyKeyUnlessDry,
    }),
    responses: {
      200: { description: 'A repeat of an earlier application, or a preview', schema: applicationSchema },
      202: { description: 'It waits for a checker', schema: applicationSchema },
    },
    handle: async ({ caller, server_url, body }) => {
      const { member_id, product_id, term, purpose, guarantors, officer_user_id, disburse_to } = body;
      const { dry_run, idempotency_key = '' } = body;
      const request = {
        ...movementOf({ ...body, idempotency_key }),
        member_id,
        product_id,
        term,
        purpose,
        guarantors: guarantors.map((each) => ({
          member_id: each.member_id,
          amount_minor: amountOf(each).amount_minor as bigint,
        })),
        ...(officer_user_id === undefined ? {} : { officer_user_id }),
        ...(disburse_to === undefined ? {} : { disburse_to }),
      };
      if (dry_run)
        return ok(loanApplications.presentPreview(await loanApplications.preview(caller, request)));
      const { loan, replayed } = await loanApplications.submit(caller, request, { server_url });
      return { status: replayed ? 200 : 202, body: presentLoan(loan, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.loans.list',
    method: 'GET',
    path,
    tag,
    summary: 'Loans and applications, without their schedules',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: LoanStatus; member_id?: string; guarantor_id?: string }>({
      ...listFields('loan', 'principal', 'outstanding'),
      status: joi.string().valid(...LOAN_STATUSES),
      member_id: id('member'),
      guarantor_id: id('member').description('Only loans that this member guarantees, or has guaranteed'),
    }),
    responses: {
      200: {
        description: 'Loans',
        schema: listPageOf('loans', loanSummarySchema),
      },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('loans', await listLoans(ctx.db, scope, query), presentLoanSummary),
  }),
  route({
    operation_id: 'sacco.loans.get',
    method: 'GET',
    path: `${path}/{loan}`,
    tag,
    summary: "One loan: its schedule, today's debt, its guarantors; as PDF if the Accept header asks for it",
    description: `${PAPER_HINT} Only a loan that was disbursed has a schedule to print (409 \`not_posted\`).`,
    access: SCOPED,
    errors: ['CONFLICT'],
    query: joi.object<InLanguage>({ language }),
    reads_many: false,
    responses: { 200: { description: 'The loan', schema: loanSchema, also_as: [PDF] } },
    handle: async ({ caller, ctx, scope, params, query, accepts, server_url }) =>
      jsonOrPdf(accepts, async () => presentLoan(await readLoan(ctx.db, scope, params.loan)), {
        name: `schedule-${params.loan}`,
        make: () => loanSchedulePdf(caller, params.loan, paperOf(query, server_url)),
      }),
  }),
  route({
    operation_id: 'sacco.loans.guarantee',
    method: 'GET',
    path: `${path}/{loan}/guarantors/{member}`,
    tag,
    summary: 'What one member answers for; as PDF the form that the guarantor signs',
    description: PAPER_HINT,
    access: SCOPED,
    query: joi.object<InLanguage>({ language }),
    reads_many: false,
    responses: { 200: { description: 'The guarantee', schema: guarantees.schema, also_as: [PDF] } },
    handle: async ({ caller, ctx, scope, params, query, accepts, server_url }) => {
      const which = { loan_id: params.loan, member_id: params.member };
      return jsonOrPdf(accepts, async () => guarantees.present(await guarantees.read(ctx.db, scope, which)), {
        name: `guarantee-${params.loan}-${params.member}`,
        make: () => guaranteePdf(caller, which, paperOf(query, server_url)),
      });
    },
  }),
  route({
    operation_id: 'sacco.loans.decideConsent',
    method: 'POST',
    path: `${path}/{loan}/guarantors/{member}/consent`,
    tag,
    summary: "A guarantor's decision, by the code that was sent or in person",
    description:
      'Until the loan is approved, consent can be withdrawn by `decline`. In person it is recorded by a signed-in person other than whoever applied. Five wrong codes end the request.',
    access: SCOPED,
    errors: ['FORBIDDEN'],
    body: joi.object<ConsentBody>({
      decision: joi
        .string()
        .valid(...guarantorConsents.DECISIONS)
        .required(),
      method: joi.string().valid('code', 'in_person').default('code'),
      code: worded(
        joi
          .string()
          .pattern(CONSENT_CODE)
          .when('method', { is: 'code', then: joi.required(), otherwise: joi.forbidden() }),
        { 'string.pattern.base': '{{#label}} must be the 6 digits that were sent to the guarantor' },
      ).meta({
        openapi: {
          type: 'string',
          pattern: CONSENT_CODE.source,
          description: 'The six digits that were sent to the guarantor; not in person',
        },
      }),
      memo: text(500)
        .when('method', { is: 'in_person', then: joi.required(), otherwise: joi.forbidden() })
        .meta({
          openapi: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'Required in person: how the guarantor decided',
          },
        }),
      file_id: id('file')
        .when('method', { is: 'in_person', then: joi.optional(), otherwise: joi.forbidden() })
        .meta({
          openapi: {
            type: 'string',
            pattern: idPattern('file').source,
            description: 'In person: the signed form, uploaded before',
          },
        }),
    }),
    responses: { 200: { description: 'The guarantee', schema: guarantees.schema } },
    handle: async ({ caller, params, body: { method: _method, ...answer } }) => {
      const which = { loan_id: params.loan, member_id: params.member };
      return ok(guarantees.present(await guarantorConsents.decide(caller, which, answer)));
    },
  }),
  route({
    operation_id: 'sacco.loans.requestConsent',
    method: 'POST',
    path: `${path}/{loan}/guarantors/{member}/consent-request`,
    tag,
    summary: 'Ask a guarantor anew; the earlier link and code lead nowhere any more',
    access: SCOPED,
    responses: { 200: { description: 'The guarantee', schema: guarantees.schema } },
    handle: async ({ caller, params, server_url }) => {
      const which = { loan_id: params.loan, member_id: params.member };
      return ok(guarantees.present(await guarantorConsents.askAgain(caller, which, server_url)));
    },
  }),
  route({
    operation_id: 'sacco.loans.writeOff',
    method: 'POST',
    path: `${path}/{loan}/write-off`,
    tag,
    summary: 'Write off the debt; a checker decides',
    description:
      'The debt at the time of approval is collected from the guarantors in order, and the rest is a loss.',
    access: SCOPED,
    body: bodyWithMemo,
    responses: {
      200: movementResponses[200],
      202: { description: 'It waits for a checker', schema: entries.schema },
    },
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(ctx, await requestWriteOff(caller, params.loan, body)),
  }),
  route({
    operation_id: 'sacco.portfolio',
    method: 'GET',
    path: '/api/v1/sacco/portfolio',
    tag,
    summary: 'Outstanding loans, and how much of them is at risk',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    reads_many: true,
    responses: { 200: { description: 'The portfolio', schema: loanPortfolio.schema } },
    handle: async ({ ctx, scope }) => ok(loanPortfolio.present(await loanPortfolio.read(ctx.db, scope))),
  }),
  route({
    operation_id: 'sacco.portfolioHistory',
    method: 'GET',
    path: '/api/v1/sacco/portfolio/history',
    tag,
    summary: 'The portfolio at the end of each month, oldest first',
    description:
      'Months end with their last local day. The current month shows the portfolio of now; future months are omitted.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ from: string; to: string }>({
      from: month.required().description('First month'),
      to: month.required().description('Last month; at most 60 months in total'),
    }),
    reads_many: true,
    responses: { 200: { description: 'The history', schema: loanPortfolio.historySchema } },
    handle: async ({ ctx, scope, query }) =>
      ok(loanPortfolio.presentHistory(await loanPortfolio.readHistory(ctx.db, scope, query))),
  }),
];
