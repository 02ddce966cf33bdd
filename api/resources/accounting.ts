/** The books: trial balance, general ledger, income statement and balance sheet. */
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
import { currency, limit, localDate } from '../fields.ts';
import { CSV, jsonOrCsv, route, SCOPED } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Accounting';
const path = '/api/v1/accounting';

const days = {
  from: localDate.description('First day, 1 January of the last day’s year unless named'),
  to: localDate.description('Last day, today unless named; at most 366 days'),
};

export const accountingRoutes = [
  route({
    operation_id: 'accounting.trialBalance',
    method: 'GET',
    path: `${path}/trial-balance`,
    tag,
    summary: 'What every kind of account held, and what was posted, in a range of local days; also as CSV',
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
    summary: 'Every transfer of a range of local days as two lines, oldest first; as CSV the whole range',
    access: SCOPED,
    query: joi.object<LedgerFilter & PageRequest>({
      limit,
      after: joi.string().max(30),
      ...days,
      currency,
      kind: joi
        .string()
        .valid(...Object.keys(TRANSFER_KINDS))
        .description("The transfer's"),
      account_kind: joi.string().valid(...ACCOUNT_KIND_NAMES),
      owner: joi.string().max(100).description('Id of a member, loan, customer or subaccount'),
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
    summary: 'What was earned and spent in a range of local days; also as CSV',
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
    summary: 'What is owned and owed at the end of a local day; also as CSV',
    access: SCOPED,
    query: joi.object<{ as_of?: string }>({ as_of: localDate.description('Today unless named') }),
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
