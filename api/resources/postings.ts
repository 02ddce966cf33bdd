/** Postings: the jobs that book completed payments. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  listPostings,
  POSTING_STATUSES,
  postingSchema,
  presentPosting,
  retryPosting,
  type PostingStatus,
} from '../../domain/payments/index.ts';
import { pageFields } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Ledger';

export const postingRoutes = [
  route({
    operation_id: 'ledger.postings.list',
    method: 'GET',
    path: '/api/v1/ledger/postings',
    tag,
    summary: 'Postings of completed payments, newest payment first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: PostingStatus }>({
      ...pageFields('payment'),
      status: joi.string().valid(...POSTING_STATUSES),
    }),
    responses: { 200: { description: 'Postings', schema: pageOf('postings', postingSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('postings', await listPostings(ctx.db, scope, query), presentPosting),
  }),
  route({
    operation_id: 'ledger.postings.retry',
    method: 'POST',
    path: '/api/v1/ledger/postings/{payment}/retry',
    tag,
    summary: 'Retry a failed posting',
    access: SCOPED,
    responses: { 200: { description: 'The posting, pending again', schema: postingSchema } },
    handle: async ({ caller, params }) => ok(presentPosting(await retryPosting(caller, params.payment))),
  }),
];
