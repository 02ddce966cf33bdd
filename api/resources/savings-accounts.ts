/** Savings accounts of members: opened, closed, notices of taking money out, transfers between them, and the fees of a month. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  feeReportCsv,
  feeReportSchema,
  presentFeeReport,
  reportFees,
  savingsAccounts,
  savingsNotices,
  transferSavings,
} from '../../domain/savings/index.ts';
import {
  amountFields,
  amountOf,
  id,
  idempotencyKey,
  pageFields,
  withOneAmount,
  type AmountBody,
} from '../fields.ts';
import { CSV, SCOPED, createdOnce, jsonOrCsv, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';
import { bankFields } from '../requests/bank-money.ts';
import {
  answerEntry,
  fieldsWithoutTill,
  movementFields,
  movementOf,
  movementResponses,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'Savings';
const ofMember = '/api/v1/sacco/members/{member}';
const path = `${ofMember}/savings-accounts`;
const one = `${path}/{savings_account}`;

type OpenBody = Omit<savingsAccounts.OpenAccountRequest, 'amount_minor'> & AmountBody;

interface TransferBody extends MovementBody {
  from_savings_account_id: string;
  to_savings_account_id: string;
}

export const savingsAccountRoutes = [
  route({
    operation_id: 'sacco.savingsAccounts.open',
    method: 'POST',
    path,
    tag,
    summary: 'Open a savings account; a fixed one is opened with its deposit',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi
      .object<OpenBody>({
        product_id: id('savings_product').required(),
        ...movementFields,
        idempotency_key: idempotencyKey.description('Required for a fixed account'),
        from: joi.string().valid('cash', 'savings', 'bank').description('Of the deposit of a fixed account'),
        ...bankFields('from'),
      })
      .oxor('amount', 'amount_minor'),
    responses: {
      200: { description: 'A repeat of an earlier request', schema: savingsAccounts.schema },
      201: { description: 'The account', schema: savingsAccounts.schema },
    },
    handle: async ({ caller, params, body: { amount, amount_minor, ...body } }) => {
      const request = { ...body, ...amountOf({ amount, amount_minor }) };
      const { account, entry_id, replayed } = await savingsAccounts.open(caller, params.member, request);
      const presented = savingsAccounts.present(account);
      return createdOnce(entry_id === null ? presented : { ...presented, entry_id }, replayed);
    },
  }),
  route({
    operation_id: 'sacco.savingsAccounts.list',
    method: 'GET',
    path,
    tag,
    summary: "A member's savings accounts, the default one first; also those that are closed",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<PageRequest>(pageFields('savings_account')),
    responses: {
      200: { description: 'Accounts', schema: pageOf('savings_accounts', savingsAccounts.schema) },
    },
    handle: async ({ caller, params, query }) =>
      listOf(
        'savings_accounts',
        await savingsAccounts.list(caller, params.member, query),
        savingsAccounts.present,
      ),
  }),
  route({
    operation_id: 'sacco.savingsAccounts.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'One savings account of a member',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The account', schema: savingsAccounts.schema } },
    handle: async ({ caller, params }) =>
      ok(savingsAccounts.present(await savingsAccounts.read(caller, params.member, params.savings_account))),
  }),
  route({
    operation_id: 'sacco.savingsAccounts.close',
    method: 'POST',
    path: `${one}/close`,
    tag,
    summary: 'Close an empty savings account: it takes no more money',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The account', schema: savingsAccounts.schema } },
    handle: async ({ caller, params }) =>
      ok(savingsAccounts.present(await savingsAccounts.close(caller, params.member, params.savings_account))),
  }),
  route({
    operation_id: 'sacco.savingsAccounts.giveNotice',
    method: 'POST',
    path: `${one}/notices`,
    tag,
    summary: 'Give notice of taking money out: it can be withdrawn once the notice is ripe',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<AmountBody & { idempotency_key?: string }>({
      ...amountFields,
      idempotency_key: idempotencyKey.description('Without one a repeat is another notice'),
    }),
    responses: {
      200: { description: 'A repeat of an earlier request', schema: savingsNotices.schema },
      201: { description: 'The notice', schema: savingsNotices.schema },
    },
    handle: async ({ caller, params, body }) => {
      const { amount_minor } = amountOf(body) as { amount_minor: bigint };
      const { idempotency_key } = body;
      const request = idempotency_key === undefined ? { amount_minor } : { amount_minor, idempotency_key };
      const of = { member_id: params.member, account_id: params.savings_account };
      const { notice, replayed } = await savingsNotices.give(caller, of, request);
      return createdOnce(savingsNotices.present(notice), replayed);
    },
  }),
  route({
    operation_id: 'sacco.savingsAccounts.listNotices',
    method: 'GET',
    path: `${one}/notices`,
    tag,
    summary: 'The notices of a savings account',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<PageRequest>(pageFields('savings_notice')),
    responses: { 200: { description: 'Notices', schema: pageOf('notices', savingsNotices.schema) } },
    handle: async ({ caller, params, query }) =>
      listOf(
        'notices',
        await savingsNotices.list(
          caller,
          { member_id: params.member, account_id: params.savings_account },
          query,
        ),
        savingsNotices.present,
      ),
  }),
  route({
    operation_id: 'sacco.members.transferSavings',
    method: 'POST',
    path: `${ofMember}/savings-transfers`,
    tag,
    summary: 'Move money between two savings accounts of a member',
    description:
      'From a fixed account all that it holds is moved, which loses the interest of its term: a checker decides.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<TransferBody>({
      ...fieldsWithoutTill,
      from_savings_account_id: id('savings_account').required(),
      to_savings_account_id: id('savings_account').required(),
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) => {
      const { from_savings_account_id, to_savings_account_id } = body;
      const request = { ...movementOf(body), from_savings_account_id, to_savings_account_id };
      return answerEntry(ctx, await transferSavings(caller, params.member, request));
    },
  }),
  route({
    operation_id: 'sacco.reports.fees',
    method: 'GET',
    path: '/api/v1/sacco/reports/fees',
    tag,
    summary: 'The monthly fees of a month: charged, and skipped where the account could not pay; also as CSV',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ month: string }>({
      month: joi
        .string()
        .pattern(/^\d{4}-(0[1-9]|1[0-2])$/)
        .required()
        .description('As 2027-01'),
    }),
    responses: { 200: { description: 'The fees', schema: feeReportSchema, also_as: [CSV] } },
    handle: async ({ caller, query, accepts }) => {
      const report = await reportFees(caller, query.month);
      return jsonOrCsv(
        accepts,
        () => presentFeeReport(report),
        () => feeReportCsv(report),
      );
    },
  }),
];
