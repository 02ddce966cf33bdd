/** The SACCO as a whole: what somebody sees first, treasury, summary and ratios. */
import joi from 'joi';
import {
  homeSchema,
  presentHome,
  presentRatios,
  presentSummary,
  presentTrends,
  ratiosCsv,
  ratiosSchema,
  readHome,
  readRatios,
  readSummary,
  readTrends,
  summarySchema,
  trendsSchema,
} from '../../domain/reports/index.ts';
import { presentTreasury, readTreasury, treasurySchema } from '../../domain/tills/index.ts';
import { localDate } from '../fields.ts';
import { CSV, SCOPED, jsonOrCsv, ok, route } from '../http/route.ts';

const tag = 'SACCO';

export const saccoSummaryRoutes = [
  route({
    operation_id: 'sacco.home',
    method: 'GET',
    path: '/api/v1/sacco/home',
    tag,
    summary: "What somebody's first page shows, by role",
    description:
      "A signed-in person's own day at the counter and loans, what waits for approval, and for owners, admins, checkers and API keys the figures of the cooperative: a year by month, the largest arrears, collections by week, and the state of the books.",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    reads_many: true,
    responses: { 200: { description: 'The figures', schema: homeSchema } },
    handle: async ({ caller }) => ok(presentHome(await readHome(caller))),
  }),
  route({
    operation_id: 'sacco.treasury',
    method: 'GET',
    path: '/api/v1/sacco/treasury',
    tag,
    summary: 'Cash on hand and income',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    reads_many: true,
    responses: { 200: { description: 'The treasury', schema: treasurySchema } },
    handle: async ({ caller }) => ok(presentTreasury(await readTreasury(caller))),
  }),
  route({
    operation_id: 'sacco.summary',
    method: 'GET',
    path: '/api/v1/sacco/summary',
    tag,
    summary:
      'Members by status, balances by account kind, the loan portfolio, and whether debits equal credits',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    reads_many: true,
    responses: { 200: { description: 'The summary', schema: summarySchema } },
    handle: async ({ caller }) => ok(presentSummary(await readSummary(caller))),
  }),
  route({
    operation_id: 'sacco.reports.trends',
    method: 'GET',
    path: '/api/v1/sacco/reports/trends',
    tag,
    summary: 'Savings, collections, cash and payments by provider over time',
    description: 'Of each of the last twelve months, and of each of the last thirty days, up to today.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    reads_many: true,
    responses: { 200: { description: 'The figures', schema: trendsSchema } },
    handle: async ({ caller }) => ok(presentTrends(await readTrends(caller))),
  }),
  route({
    operation_id: 'sacco.reports.ratios',
    method: 'GET',
    path: '/api/v1/sacco/reports/ratios',
    tag,
    summary: 'Ratios of capital, liquidity and the loan book at the end of a local day; also as CSV',
    description:
      'Those of the loan book (`P1`, `P2`, `A1`) are known for today alone. What the books cannot tell is null, with the reason in `missing`.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ as_of?: string }>({ as_of: localDate.description('By default today') }),
    responses: { 200: { description: 'The ratios', schema: ratiosSchema, also_as: [CSV] } },
    handle: async ({ caller, query, accepts }) => {
      const found = await readRatios(caller, query.as_of);
      return jsonOrCsv(
        accepts,
        () => presentRatios(found),
        () => ratiosCsv(found),
      );
    },
  }),
];
