/** The ledger's report. */
import joi from 'joi';
import { readBankedPayouts } from '../../domain/banks/index.ts';
import { ledgerReport, presentReport, reportSchema } from '../../domain/ledger/index.ts';
import { localDate } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';

export const reportRoutes = [
  route({
    operation_id: 'ledger.report',
    method: 'GET',
    path: '/api/v1/ledger/report',
    tag: 'Ledger',
    summary: 'Collected, refunded and retained amounts per currency; at most 366 days, UTC, inclusive',
    access: SCOPED,
    query: joi.object<{ from: string; to: string }>({
      from: localDate.required(),
      to: localDate.required(),
    }),
    reads_many: true,
    responses: { 200: { description: 'The report', schema: reportSchema } },
    handle: async ({ ctx, scope, query }) => {
      const report = await ledgerReport(ctx.db, scope, query);
      const banked = await readBankedPayouts(ctx.db, scope, query);
      return ok(presentReport(query, report, banked));
    },
  }),
];
