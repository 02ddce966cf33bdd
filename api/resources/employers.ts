/** Check-off: employers, what they are advised to deduct from wages, and what they remit. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { given } from '../../core/given.ts';
import type { PageRequest } from '../../db/page.ts';
import { batchSchema, presentBatches } from '../../domain/batches/index.ts';
import {
  adviceCsv,
  adviceSchema,
  changeEmployer,
  checkOffCsv,
  checkOffSchema,
  defineEmployer,
  employerSchema,
  getEmployer,
  listEmployers,
  listRemittances,
  presentAdvice,
  presentCheckOff,
  presentEmployer,
  presentRemittance,
  readAdvice,
  readRemittance,
  remittanceSchema,
  reportCheckOff,
  requestRemittance,
  setEmployment,
  type EmployerRequest,
  type RemittanceRequest,
} from '../../domain/employers/index.ts';
import { memberSchema, presentMember, readMember } from '../../domain/members/index.ts';
import { amountFields, amountMinor, id, idempotencyKey, text } from '../fields.ts';
import { created, CSV, jsonOrCsv, listOf, ok, pageOfPresented, route, SCOPED } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { accountName } from '../requests/bank-money.ts';
import { BATCH_BODY_BYTES } from '../requests/batch-body.ts';
import { requiredMemo } from '../requests/movement.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/employers';
const STAFF = { kind: 'staff', roles: ['owner', 'admin', 'checker', 'maker'] } as const;

const month = worded(joi.string().pattern(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/), {
  'string.pattern.base': '{{#label}} must be a month, as YYYY-MM',
}).required();

const code = worded(joi.string().pattern(/^[0-9A-Za-z.-]{1,20}$/), {
  'string.pattern.base': '{{#label}} must be 1 to 20 letters, digits, "." or "-"',
});
const pay_day = joi
  .number()
  .integer()
  .min(1)
  .max(31)
  .description('Of the month; the last day of a shorter month');

interface EmploymentBody {
  employer_id?: string | null;
  payroll_no?: string | null;
  contribution?: bigint;
  contribution_minor?: bigint;
}

export const employerRoutes = [
  route({
    operation_id: 'sacco.employers.create',
    method: 'POST',
    path,
    tag,
    summary: 'Define an employer that deducts from wages',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<EmployerRequest>({
      name: text(200).required(),
      code: code.required(),
      pay_day: pay_day.required(),
    }),
    responses: { 201: { description: 'The employer', schema: employerSchema } },
    handle: async ({ caller, body }) => created(presentEmployer(await defineEmployer(caller, body))),
  }),
  route({
    operation_id: 'sacco.employers.list',
    method: 'GET',
    path,
    tag,
    summary: 'Employers, newest first',
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('employer')),
    responses: { 200: { description: 'Employers', schema: listPageOf('employers', employerSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('employers', await listEmployers(ctx.db, scope, query), presentEmployer),
  }),
  route({
    operation_id: 'sacco.employers.get',
    method: 'GET',
    path: `${path}/{employer}`,
    tag,
    summary: 'One employer',
    access: SCOPED,
    responses: { 200: { description: 'The employer', schema: employerSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentEmployer(await getEmployer(ctx.db, scope, params.employer))),
  }),
  route({
    operation_id: 'sacco.employers.update',
    method: 'PATCH',
    path: `${path}/{employer}`,
    tag,
    summary: 'Change name, code or pay day of an employer',
    access: SCOPED,
    body: joi.object<Partial<EmployerRequest>>({ name: text(200), code, pay_day }).min(1),
    responses: { 200: { description: 'The employer', schema: employerSchema } },
    handle: async ({ caller, params, body }) =>
      ok(presentEmployer(await changeEmployer(caller, params.employer, body))),
  }),
  route({
    operation_id: 'sacco.members.update',
    method: 'PATCH',
    path: '/api/v1/sacco/members/{member}',
    tag,
    summary: 'Say who employs a member, under which payroll number, and what is deducted each month',
    description:
      'The contribution is a monthly one from the current month on; other frequencies are set as the contribution of the member.',
    access: SCOPED,
    body: joi
      .object<EmploymentBody>({
        employer_id: id('employer').allow(null).description('Null: nobody any more'),
        payroll_no: text(60).allow(null),
        contribution: amountFields.amount,
        contribution_minor: amountMinor,
      })
      .oxor('contribution', 'contribution_minor'),
    responses: { 200: { description: 'The member', schema: memberSchema } },
    handle: async ({ caller, params, body }) => {
      const { contribution, contribution_minor = contribution, employer_id, payroll_no } = body;
      // Null is a value here: nobody, and no number.
      await setEmployment(caller, params.member, {
        ...(employer_id === undefined ? {} : { employer_id }),
        ...(payroll_no === undefined ? {} : { payroll_no }),
        ...given({ contribution_minor }),
      });
      return ok(presentMember(await readMember(caller, params.member)));
    },
  }),
  route({
    operation_id: 'sacco.employers.advice',
    method: 'GET',
    path: `${path}/{employer}/advice`,
    tag,
    summary: 'What an employer is to deduct for a month, member by member; also as CSV',
    description:
      'Contributions that fall due in the month, and what is unpaid of installments that do, or are overdue. Once a remittance of the month has come in, the advice of then stays.',
    access: SCOPED,
    query: joi.object<{ month: string }>({ month }),
    responses: { 200: { description: 'The advice', schema: adviceSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, params, query, accepts }) => {
      const advice = await readAdvice(ctx.db, scope, { employer_id: params.employer, ...query });
      return jsonOrCsv(
        accepts,
        () => presentAdvice(advice),
        () => adviceCsv(advice),
      );
    },
  }),
  route({
    operation_id: 'sacco.employers.remittances.create',
    method: 'POST',
    path: `${path}/{employer}/remittances`,
    tag,
    summary: 'Record what an employer has remitted, by a file; a second person decides',
    description:
      'CSV with `payroll_no` and `amount`. Each amount is split by the advice: loans by due date, then the contribution, and the rest into savings. The money of unknown numbers stays unallocated.',
    access: STAFF,
    body: joi.object<RemittanceRequest>({
      month,
      csv: joi.string().allow('').required().description('The text of the file'),
      account: accountName.required().description('Code or id of the bank account that it came into'),
      reference: text(100).description("The bank's"),
      total_minor: amountMinor.required().description('What the lines have to add up to'),
      memo: requiredMemo,
      idempotency_key: idempotencyKey.required(),
    }),
    body_bytes: BATCH_BODY_BYTES,
    responses: {
      200: { description: 'A repeat of an earlier request', schema: remittanceSchema },
      202: { description: 'It waits for a second person', schema: remittanceSchema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const { replayed, ...found } = await requestRemittance(caller, params.employer, body);
      return {
        status: replayed ? 200 : 202,
        body: { ...(await presentRemittance(ctx.db, found)), replayed },
      };
    },
  }),
  route({
    operation_id: 'sacco.employers.remittances.list',
    method: 'GET',
    path: `${path}/{employer}/remittances`,
    tag,
    summary: 'Remittances of an employer, newest first',
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('movement_batch')),
    responses: { 200: { description: 'Remittances', schema: listPageOf('remittances', batchSchema) } },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('remittances', await listRemittances(ctx.db, scope, params.employer, query), (rows) =>
        presentBatches(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'sacco.employers.remittances.get',
    method: 'GET',
    path: `${path}/{employer}/remittances/{remittance}`,
    params: { remittance: 'movement_batch' } as const,
    tag,
    summary: 'One remittance, and whose deductions were short; its lines are those of the batch',
    access: SCOPED,
    responses: { 200: { description: 'The remittance', schema: remittanceSchema } },
    handle: async ({ ctx, scope, params }) => {
      const { employer: employer_id, remittance: id } = params;
      await getEmployer(ctx.db, scope, employer_id);
      return ok(await presentRemittance(ctx.db, await readRemittance(ctx.db, scope, { employer_id, id })));
    },
  }),
  route({
    operation_id: 'sacco.reports.checkOff',
    method: 'GET',
    path: '/api/v1/sacco/reports/check-off',
    tag,
    summary: 'What employers were to remit for a month, what they did, and what is short; also as CSV',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ month: string; employer_id?: string }>({
      month,
      employer_id: id('employer').description('Left out: all employers'),
    }),
    responses: { 200: { description: 'The report', schema: checkOffSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const report = await reportCheckOff(ctx.db, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentCheckOff(report),
        () => checkOffCsv(report),
      );
    },
  }),
];
