/** What members have agreed to save regularly, and who is behind. */
import joi from 'joi';
import {
  CONTRIBUTION_FREQUENCIES,
  contributionCsv,
  contributionReportSchema,
  contributionSchema,
  getContribution,
  presentContribution,
  presentContributionReport,
  putContribution,
  reportContributions,
  type ContributionRequest,
} from '../../domain/contributions/index.ts';
import { amountFields, amountOf, localDate, withOneAmount, type AmountBody } from '../fields.ts';
import { CSV, SCOPED, jsonOrCsv, ok, route } from '../http/route.ts';

const tag = 'Interest';
const of_member = '/api/v1/sacco/members/{member}/contribution';

export const contributionRoutes = [
  route({
    operation_id: 'sacco.members.contribution.get',
    method: 'GET',
    path: of_member,
    tag,
    summary: 'What a member has agreed to save regularly',
    access: SCOPED,
    responses: { 200: { description: 'The contribution', schema: contributionSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentContribution(await getContribution(ctx.db, scope, params.member))),
  }),
  route({
    operation_id: 'sacco.members.contribution.put',
    method: 'PUT',
    path: of_member,
    tag,
    summary: 'Record what a member has agreed to save regularly',
    description: 'It replaces what was agreed before; what is expected counts from the new `start_date` on.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<AmountBody & Omit<ContributionRequest, 'amount_minor'>>({
      ...amountFields,
      frequency: joi
        .string()
        .valid(...CONTRIBUTION_FREQUENCIES)
        .required(),
      start_date: localDate
        .required()
        .description(
          'Of the first one; monthly ones fall due on the same day, or the last one of a shorter month',
        ),
    }),
    responses: { 200: { description: 'The contribution', schema: contributionSchema } },
    handle: async ({ caller, params, body }) => {
      const { frequency, start_date } = body;
      const { amount_minor } = amountOf(body) as { amount_minor: bigint };
      const agreed = { amount_minor, frequency, start_date };
      return ok(presentContribution(await putContribution(caller, params.member, agreed)));
    },
  }),
  route({
    operation_id: 'sacco.reports.contributions',
    method: 'GET',
    path: '/api/v1/sacco/reports/contributions',
    tag,
    summary: 'What members were to save by a day, and what they have',
    description:
      'Expected are the contributions that fell due from `start_date` to the day, contributed the deposits since then less those reversed.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ date?: string }>({
      date: localDate.description('By default today; that day counts'),
    }),
    responses: { 200: { description: 'Contributions', schema: contributionReportSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const report = await reportContributions(ctx.db, scope, query);
      return jsonOrCsv(
        accepts,
        () => presentContributionReport(report),
        () => contributionCsv(report),
      );
    },
  }),
];
