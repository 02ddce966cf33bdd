/** Accounting periods: closing and reopening days, which a second person has to approve. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  getPeriod,
  listPeriods,
  periodSchema,
  presentPeriod,
  presentPeriods,
  requestClose,
  requestReopen,
} from '../../domain/accounting/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { idempotencyKey, localDate, pageFields, text } from '../fields.ts';
import { ok, pageOfPresented, route, SCOPED } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Accounting';
const path = '/api/v1/accounting/periods';

const request = {
  memo: text(500).required().description('The reason, for the second person'),
  idempotency_key: idempotencyKey.required(),
};

const responses = {
  200: { description: 'A repeat of an earlier request', schema: periodSchema },
  202: { description: 'It waits for a second person', schema: periodSchema },
};

type Requested = Awaited<ReturnType<typeof requestClose>>;

async function answer({ db }: Context, { period, replayed }: Requested) {
  return { status: replayed ? 200 : 202, body: await presentPeriod(db, period, replayed) };
}

export const accountingPeriodRoutes = [
  route({
    operation_id: 'accounting.periods.list',
    method: 'GET',
    path,
    tag,
    summary: 'Accounting periods, newest first',
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('period')),
    responses: { 200: { description: 'Periods', schema: pageOf('periods', periodSchema) } },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('periods', await listPeriods(ctx.db, scope, query), (rows) =>
        presentPeriods(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'accounting.periods.get',
    method: 'GET',
    path: `${path}/{period}`,
    tag,
    summary: 'One accounting period, with its figures once it is closed',
    access: SCOPED,
    responses: { 200: { description: 'The period', schema: periodSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await presentPeriod(ctx.db, await getPeriod(ctx.db, scope, params.period))),
  }),
  route({
    operation_id: 'accounting.periods.close',
    method: 'POST',
    path,
    tag,
    summary: 'Request that the days up to a date be closed',
    description:
      'The period begins on the day after the last closed period, or with the first booking. Once a second person has approved it, the figures are frozen, movements dated in it cannot be reversed, and `utc_offset_minutes` cannot change.',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['CONFLICT', 'NOT_FOUND'],
    body: joi.object<{ end_date: string; memo: string; idempotency_key: string }>({
      end_date: localDate.required(),
      ...request,
    }),
    responses,
    handle: async ({ ctx, caller, body }) => answer(ctx, await requestClose(caller, body)),
  }),
  route({
    operation_id: 'accounting.periods.reopen',
    method: 'POST',
    path: `${path}/{period}/reopen`,
    tag,
    summary: 'Request that the last closed period be reopened',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['CONFLICT'],
    body: joi.object<{ memo: string; idempotency_key: string }>(request),
    responses,
    handle: async ({ ctx, caller, params, body }) =>
      answer(ctx, await requestReopen(caller, params.period, body)),
  }),
];
