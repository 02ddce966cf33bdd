/** Tax: of members, what was withheld, and its remittance. */
import joi from 'joi';
import type { ReportRequest } from '../../domain/cooperative/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import {
  getMemberTax,
  memberTaxSchema,
  presentMemberTax,
  presentWithholdingReport,
  putMemberTax,
  remitTax,
  reportWithholding,
  withholdingCsv,
  withholdingReportSchema,
  type MemberTaxRequest,
} from '../../domain/taxes/index.ts';
import { localDate, text, withOneAmount } from '../fields.ts';
import { CSV, SCOPED, jsonOrCsv, ok, route } from '../http/route.ts';
import { bankFields } from '../requests/bank-money.ts';
import {
  answerEntry,
  movementFields,
  movementOf,
  movementResponses,
  requiredMemo,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'Interest';
const of_member = '/api/v1/sacco/members/{member}/tax';

export const taxRoutes = [
  route({
    operation_id: 'sacco.members.tax.get',
    method: 'GET',
    path: of_member,
    tag,
    summary: "A member's tax number, and whether tax is withheld",
    access: SCOPED,
    responses: { 200: { description: 'The tax', schema: memberTaxSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentMemberTax(await getMemberTax(ctx.db, scope, params.member))),
  }),
  route({
    operation_id: 'sacco.members.tax.put',
    method: 'PUT',
    path: of_member,
    tag,
    summary: "Record a member's tax number, and whether tax is withheld",
    description: 'Lines that are declared already stay as they are.',
    access: { kind: 'staff', roles: MANAGERS },
    body: joi.object<MemberTaxRequest>({
      tax_number: text(40).allow(null).default(null),
      exempt: joi.boolean().default(false),
      reason: text(500).allow(null).default(null).description('Why the member is exempt'),
    }),
    responses: { 200: { description: 'The tax', schema: memberTaxSchema } },
    handle: async ({ caller, params, body }) =>
      ok(presentMemberTax(await putMemberTax(caller, params.member, body))),
  }),
  route({
    operation_id: 'sacco.reports.withholding',
    method: 'GET',
    path: '/api/v1/sacco/reports/withholding',
    tag,
    summary: 'Interest and dividends paid in a period, and the tax withheld, by member',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<ReportRequest>({
      from: localDate.description('First local date; by default 1 January'),
      to: localDate.description('Last local date; by default today'),
    }),
    responses: { 200: { description: 'What was withheld', schema: withholdingReportSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const report = await reportWithholding(ctx.db, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentWithholdingReport(report),
        () => withholdingCsv(report),
      );
    },
  }),
  route({
    operation_id: 'sacco.taxRemittances.create',
    method: 'POST',
    path: '/api/v1/sacco/tax-remittances',
    tag,
    summary: 'Pay withheld tax to the authority, in cash or by the bank; a checker decides',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<MovementBody & { memo: string; paid_from?: 'cash' | 'bank' }>({
      ...movementFields,
      memo: requiredMemo,
      paid_from: joi.string().valid('cash', 'bank').description('By default cash'),
      ...bankFields('paid_from'),
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, body }) => {
      const { memo, paid_from } = body;
      const request = { ...movementOf(body), memo };
      return answerEntry(ctx, await remitTax(caller, { ...request, ...(paid_from ? { paid_from } : {}) }));
    },
  }),
];
