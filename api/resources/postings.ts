/** Postings: the jobs that book completed payments. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { postings } from '../../domain/payments/index.ts';

import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'Ledger';

export const postingRoutes = [
  route({
    operation_id: 'ledger.postings.list',
    method: 'GET',
    path: '/api/v1/ledger/postings',
    tag,
    summary: 'Postings of completed payments, newest payment first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: postings.PostingStatus }>({
      ...listFields('payment'),
      status: joi.string().valid(...postings.STATUSES),
    }),
    responses: { 200: { description: 'Postings', schema: listPageOf('postings', postings.schema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('postings', await postings.list(ctx.db, scope, query), postings.present),
  }),
  route({
    operation_id: 'ledger.postings.retry',
    method: 'POST',
    path: '/api/v1/ledger/postings/{payment}/retry',
    tag,
    summary: 'Retry a failed posting',
    access: SCOPED,
    responses: { 200: { description: 'The posting, pending again', schema: postings.schema } },
    handle: async ({ caller, params }) => ok(postings.present(await postings.retry(caller, params.payment))),
  }),
];
