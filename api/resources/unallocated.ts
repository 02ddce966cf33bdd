/** Money that came without a prompt and belongs to nobody yet. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { receiptRows } from '../../domain/movements/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import { id, text, withOneAmount } from '../fields.ts';
import { SCOPED, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { accountName } from '../requests/bank-money.ts';
import {
  answerEntry,
  bodyWithMemo,
  fieldsWithMemo,
  fieldsWithoutTill,
  movementOf,
  movementResponses,
  requiredMemo,
  type MovementBody,
} from '../requests/movement.ts';

interface BankReceiptBody extends Omit<MovementBody, 'till'> {
  account: string;
  reference: string;
  memo: string;
}

const tag = 'SACCO';
const path = '/api/v1/sacco/unallocated';

export const unallocatedRoutes = [
  route({
    operation_id: 'sacco.unallocated.list',
    method: 'GET',
    path,
    tag,
    summary: 'Money that came without a prompt and belongs to nobody yet, newest first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: receiptRows.ReceiptStatus }>({
      ...listFields('receipt'),
      status: joi
        .string()
        .valid(...receiptRows.STATUSES)
        .description('Left out: all of which some is unallocated'),
    }),
    responses: {
      200: {
        description: 'Receipts',
        schema: listPageOf('receipts', receipts.schema),
      },
    },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('receipts', await receipts.list(ctx.db, scope, query), (rows) =>
        receipts.presentAll(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'sacco.unallocated.create',
    method: 'POST',
    path,
    tag,
    summary: 'Book money that came into a bank account and that nobody can identify',
    description:
      'Its receipt, which the entry names by `receipt_id`, is allocated like any other. It goes back to its sender by the reversal of the entry, which a checker decides.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<BankReceiptBody>({
      ...fieldsWithoutTill,
      account: accountName.required().description('Code or id of a bank account'),
      reference: text(100).required().description("The bank's"),
      memo: requiredMemo.description('What is known of it, such as the name of the sender'),
    }),
    responses: { 200: movementResponses[200], 201: movementResponses[201] },
    handle: async ({ ctx, caller, body }) => {
      const { account, reference, memo } = body;
      const request = { ...movementOf(body), account, reference, memo };
      return answerEntry(ctx, await receipts.receiveAtBank(caller, request));
    },
  }),
  route({
    operation_id: 'sacco.unallocated.get',
    method: 'GET',
    path: `${path}/{receipt}`,
    tag,
    summary: 'One receipt, also of money that has found its member',
    access: SCOPED,
    responses: { 200: { description: 'Receipt', schema: receipts.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await receipts.present(ctx.db, await receipts.get(ctx.db, scope, params.receipt))),
  }),
  route({
    operation_id: 'sacco.unallocated.allocate',
    method: 'POST',
    path: `${path}/{receipt}/allocate`,
    tag,
    summary: 'Say whose the money is, and what for; a checker decides',
    description:
      'All that is unallocated of the receipt. What is above the payoff of a loan goes into savings.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<receipts.AllocationRequest>({
      member_id: id('member').required(),
      purpose: joi
        .string()
        .valid(...receipts.PURPOSES)
        .required(),
      loan_id: id('loan').description('Required to repay a loan'),
      savings_account_id: id('savings_account').description(
        'With the purpose savings: which account; by default the default one',
      ),
      ...fieldsWithMemo,
    }),
    responses: { 200: movementResponses[200], 202: movementResponses[202] },
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(ctx, await receipts.requestAllocation(caller, params.receipt, body)),
  }),
  route({
    operation_id: 'sacco.unallocated.refund',
    method: 'POST',
    path: `${path}/{receipt}/refund`,
    tag,
    summary: 'Send the money back to who sent it; a second person decides, and then a payout sends it',
    description:
      'All that is unallocated of the receipt. A payout that fails leaves it unallocated, and it can be tried again. An API key needs the scope `payouts` besides.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: bodyWithMemo,
    responses: {
      200: { description: 'A repeat of an earlier request', schema: receipts.schema },
      202: { description: 'It waits for a second person', schema: receipts.schema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const { receipt, replayed } = await receipts.requestRefund(caller, params.receipt, body);
      return {
        status: replayed ? 200 : 202,
        body: { ...(await receipts.present(ctx.db, receipt)), replayed },
      };
    },
  }),
];
