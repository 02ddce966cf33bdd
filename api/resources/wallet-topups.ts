/** Top-ups of wallets by payments. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  getTopup,
  listTopups,
  presentTopup,
  retryTopup,
  reverseTopup,
  TOPUP_STATUSES,
  topupSchema,
  type TopupStatus,
} from '../../domain/wallets/index.ts';

import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'Wallets';
const path = '/api/v1/wallet-topups';

export const walletTopupRoutes = [
  route({
    operation_id: 'walletTopups.list',
    method: 'GET',
    path,
    tag,
    summary: 'Top-ups, newest payment first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: TopupStatus }>({
      ...listFields('payment'),
      status: joi.string().valid(...TOPUP_STATUSES),
    }),
    responses: { 200: { description: 'Top-ups', schema: listPageOf('topups', topupSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('topups', await listTopups(ctx.db, scope, query), presentTopup),
  }),
  route({
    operation_id: 'walletTopups.get',
    method: 'GET',
    path: `${path}/{payment}`,
    tag,
    summary: 'The top-up of one payment',
    access: SCOPED,
    responses: { 200: { description: 'The top-up', schema: topupSchema } },
    handle: async ({ ctx, scope, params }) => ok(presentTopup(await getTopup(ctx.db, scope, params.payment))),
  }),
  route({
    operation_id: 'walletTopups.retry',
    method: 'POST',
    path: `${path}/{payment}/retry`,
    tag,
    summary: 'Retry a blocked top-up',
    access: SCOPED,
    responses: { 200: { description: 'The top-up in its new state', schema: topupSchema } },
    handle: async ({ caller, params }) => ok(presentTopup(await retryTopup(caller, params.payment))),
  }),
  route({
    operation_id: 'walletTopups.reverse',
    method: 'POST',
    path: `${path}/{payment}/reverse`,
    tag,
    summary: 'Reverse a credited top-up, so that its payment can be refunded',
    access: SCOPED,
    responses: { 200: { description: 'The reversed top-up; `replayed` on a repeat', schema: topupSchema } },
    handle: async ({ caller, params }) => {
      const { topup, replayed } = await reverseTopup(caller, params.payment);
      return ok({ ...presentTopup(topup), replayed });
    },
  }),
];
