/** The SACCO's expenses: requests, and the report. */
import joi from 'joi';
import type { ReportRequest } from '../../domain/cooperative/index.ts';
import {
  expenseReportCsv,
  expenseReportSchema,
  presentExpenseReport,
  reportExpenses,
  requestExpense,
} from '../../domain/tills/index.ts';
import { localDate, text, withOneAmount } from '../fields.ts';
import { CSV, SCOPED, jsonOrCsv, route } from '../http/route.ts';
import { bankFields } from '../requests/bank-money.ts';
import {
  answerEntry,
  movementFields,
  movementOf,
  movementResponses,
  requiredMemo,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'SACCO';

export const expenseRoutes = [
  route({
    operation_id: 'sacco.expenses.create',
    method: 'POST',
    path: '/api/v1/sacco/expenses',
    tag,
    summary: 'Pay an expense in cash or by the bank; a checker decides',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<MovementBody & { category: string; memo: string; paid_from?: 'cash' | 'bank' }>({
      ...movementFields,
      category: text(60).required().description('The purpose; reports total by category'),
      memo: requiredMemo,
      paid_from: joi.string().valid('cash', 'bank').description('By default cash'),
      ...bankFields('paid_from'),
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, body }) => {
      const { category, memo, paid_from } = body;
      const request = { ...movementOf(body), category, memo };
      return answerEntry(
        ctx,
        await requestExpense(caller, { ...request, ...(paid_from ? { paid_from } : {}) }),
      );
    },
  }),
  route({
    operation_id: 'sacco.reports.expenses',
    method: 'GET',
    path: '/api/v1/sacco/reports/expenses',
    tag,
    summary: 'Expenses of a period by category, less those reversed in it',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<ReportRequest>({
      from: localDate.description('First local date; by default 1 January'),
      to: localDate.description('Last local date; by default today'),
    }),
    responses: { 200: { description: 'The expenses', schema: expenseReportSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const report = await reportExpenses(ctx.db, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentExpenseReport(report),
        () => expenseReportCsv(report),
      );
    },
  }),
];
