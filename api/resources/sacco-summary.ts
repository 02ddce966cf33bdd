/** The SACCO as a whole: treasury and summary. */
import { presentSummary, readSummary, summarySchema } from '../../domain/reports/index.ts';
import { presentTreasury, readTreasury, treasurySchema } from '../../domain/tills/index.ts';
import { SCOPED, ok, route } from '../http/route.ts';

const tag = 'SACCO';

export const saccoSummaryRoutes = [
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
];
