/** Repayments of loans: making one, what it would pay, and what was paid when. */
import joi from 'joi';
import { repayments, repayLoan } from '../../domain/loans/index.ts';
import { amountMinor } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';
import { answerEntry, fromSourceBody, movementOf, movementResponses } from '../requests/movement.ts';

const tag = 'Loans';
const path = '/api/v1/sacco/loans';

export const loanRepaymentRoutes = [
  route({
    operation_id: 'sacco.loans.repay',
    method: 'POST',
    path: `${path}/{loan}/repayments`,
    tag,
    summary: 'Repay from cash, savings, or money that came into the bank, at most the payoff',
    description:
      'The oldest installment is paid first: its penalty, then interest, then principal. The answer is 503 while another movement of the loan is being booked: the repayment is booked right after it, and repeating the request then returns its entry.',
    access: SCOPED,
    body: fromSourceBody,
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) => {
      const request = { ...movementOf(body), from: body.from };
      return answerEntry(ctx, await repayLoan(caller, params.loan, request));
    },
  }),
  route({
    operation_id: 'sacco.loans.split',
    method: 'GET',
    path: `${path}/{loan}/repayment-split`,
    tag,
    summary: 'What a repayment of some amount would pay today: penalty, interest and principal',
    access: SCOPED,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
    query: joi.object<{ amount_minor: bigint }>({ amount_minor: amountMinor.required() }),
    reads_many: false,
    responses: { 200: { description: 'The split', schema: repayments.splitSchema } },
    handle: async ({ ctx, scope, params, query }) =>
      ok(await repayments.readSplit(ctx.db, scope, params.loan, query)),
  }),
  route({
    operation_id: 'sacco.loans.history',
    method: 'GET',
    path: `${path}/{loan}/history`,
    tag,
    summary: 'What was paid of each installment and when, and when the loan was late',
    access: SCOPED,
    reads_many: false,
    responses: { 200: { description: 'The history', schema: repayments.historySchema } },
    handle: async ({ ctx, scope, params }) => ok(await repayments.readHistory(ctx.db, scope, params.loan)),
  }),
];
