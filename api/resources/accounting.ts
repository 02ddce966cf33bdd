/** Accounting reports: trial balance, general ledger, income statement and balance sheet. */
import joi from 'joi';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  balanceSheetCsv,
  balanceSheetSchema,
  everyLedgerLine,
  incomeStatementCsv,
  incomeStatementSchema,
  ledgerLinesCsv,
  ledgerLineSchema,
  listLedgerLines,
  presentBalanceSheet,
  presentIncomeStatement,
  presentLedgerLine,
  presentTrialBalance,
  readBalanceSheet,
  readIncomeStatement,
  readTrialBalance,
  trialBalanceCsv,
  trialBalanceSchema,
  type DateRange,
  type LedgerFilter,
} from '../../domain/accounting/index.ts';
import { ACCOUNT_KIND_NAMES, TRANSFER_KINDS } from '../../domain/ledger/index.ts';
import { currency, id, limit, localDate } from '../fields.ts';
import { CSV, jsonOrCsv, route, SCOPED } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Accounting';
const path = '/api/v1/accounting';

const days = {
  from: localDate.description('First day; by default 1 January of the year of the last day'),
  to: localDate.description('Last day, by default today; at most 366 days'),
};

export const accountingRoutes = [
  route({
    operation_id: 'accounting.trialBalance',
    method: 'GET',
    path: `${path}/trial-balance`,
    tag,
    summary: 'Balances and posted totals of every kind of account for a range of local days; also as CSV',
    access: SCOPED,
    query: joi.object<DateRange & { currency?: Currency }>({ ...days, currency }),
    responses: { 200: { description: 'The trial balance', schema: trialBalanceSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const found = await readTrialBalance(ctx, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentTrialBalance(found),
        () => trialBalanceCsv(found),
      );
    },
  }),
  route({
    operation_id: 'accounting.generalLedger',
    method: 'GET',
    path: `${path}/general-ledger`,
    tag,
    summary: 'Every transfer of a range of local days as two lines, oldest first; CSV has the whole range',
    access: SCOPED,
    query: joi.object<LedgerFilter & PageRequest>({
      limit,
      after: joi.string().max(30),
      ...days,
      currency,
      kind: joi
        .string()
        .valid(...Object.keys(TRANSFER_KINDS))
        .description('Kind of the transfer'),
      account_kind: joi.string().valid(...ACCOUNT_KIND_NAMES),
      owner: joi.string().max(100).description('Id of a member, loan, customer or subaccount'),
      account_id: id('account').description('One account alone'),
    }),
    responses: {
      200: { description: 'Lines', schema: pageOf('lines', ledgerLineSchema), also_as: [CSV] },
    },
    handle: async ({ ctx, scope, query, accepts }) =>
      jsonOrCsv(
        accepts,
        async () => {
          const { items, next_after } = await listLedgerLines(ctx, scope, query);
          return { lines: items.map(presentLedgerLine), next_after };
        },
        () => ledgerLinesCsv(everyLedgerLine(ctx, scope, query)),
      ),
  }),
  route({
    operation_id: 'accounting.incomeStatement',
    method: 'GET',
    path: `${path}/income-statement`,
    tag,
    summary: 'Income and costs of a range of local days; also as CSV',
    access: SCOPED,
    query: joi.object<DateRange>(days),
    responses: {
      200: { description: 'The income statement', schema: incomeStatementSchema, also_as: [CSV] },
    },
    handle: async ({ ctx, scope, query, accepts }) => {
      const found = await readIncomeStatement(ctx, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentIncomeStatement(found),
        () => incomeStatementCsv(found),
      );
    },
  }),
  route({
    operation_id: 'accounting.balanceSheet',
    method: 'GET',
    path: `${path}/balance-sheet`,
    tag,
    summary: 'Assets, liabilities and equity at the end of a local day; also as CSV',
    access: SCOPED,
    query: joi.object<{ as_of?: string }>({ as_of: localDate.description('By default today') }),
    responses: { 200: { description: 'The balance sheet', schema: balanceSheetSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const found = await readBalanceSheet(ctx, scope, query.as_of);
      return jsonOrCsv(
        accepts,
        () => presentBalanceSheet(found),
        () => balanceSheetCsv(found),
      );
    },
  }),
];
