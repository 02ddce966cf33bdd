/** Batches of movements: one sum of money that came in, split among members by a file. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { given } from '../../core/given.ts';
import {
  BATCH_SOURCES,
  BATCH_STATUSES,
  batchLineSchema,
  batchSchema,
  getBatch,
  listBatchLines,
  LINE_STATUSES,
  listBatches,
  presentBatch,
  presentBatches,
  presentBatchLines,
  presentDryBatch,
  previewBatch,
  requestBatch,
  type BatchRequest,
  type BatchStatus,
  type LineStatus,
} from '../../domain/batches/index.ts';
import { amountMinor, idempotencyKey, pageFields, text } from '../fields.ts';
import { ok, pageOfPresented, route, SCOPED } from '../http/route.ts';
import { listPageOf, pageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { accountName } from '../requests/bank-money.ts';
import { BATCH_BODY_BYTES } from '../requests/batch-body.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/movement-batches';
const params = { batch: 'movement_batch' } as const;
/** People alone: the file is a decision that somebody answers for. */
const STAFF = { kind: 'staff', roles: ['owner', 'admin', 'checker', 'maker'] } as const;

interface BatchBody extends Omit<BatchRequest, 'memo' | 'idempotency_key'> {
  dry_run: boolean;
  memo?: string;
  idempotency_key?: string;
}

/** A field that a request has unless it is a dry run. */
const unlessDry = (field: joi.StringSchema, openapi: object): joi.StringSchema =>
  field
    .when('dry_run', { is: true, then: joi.optional(), otherwise: joi.required() })
    .meta({ openapi: { type: 'string', description: 'Required unless it is a dry run', ...openapi } });

const dryRun = joi.boolean().default(false).description('Only checks the file');
const memoUnlessDry = unlessDry(text(500), { maxLength: 500 });
const keyUnlessDry = unlessDry(idempotencyKey, { pattern: '^[ -~]{1,255}$' });

export const movementBatchRoutes = [
  route({
    operation_id: 'sacco.movementBatches.create',
    method: 'POST',
    path,
    tag,
    summary: 'Split a sum that came in among members, by a file; a second person decides',
    description:
      'CSV with `member_no`, `kind`, `amount`, and `savings_product`, `loan_id`, `reference` where they apply. Refused as a whole where a line cannot be booked, or the lines do not add up to `total_minor`. Once approved, every line is booked once; the money of a line that fails then stays unallocated.',
    access: STAFF,
    errors: ['NOT_FOUND'],
    body: joi.object<BatchBody>({
      csv: joi.string().allow('').required().description('The text of the file'),
      source: joi
        .string()
        .valid(...BATCH_SOURCES)
        .required()
        .description('`cash` comes into the vault, where the cooperative has tills'),
      account: accountName.description('Code or id of the bank account; only with `source: bank`'),
      reference: text(100).description("The bank's; lines may have their own"),
      total_minor: amountMinor.required().description('What the lines have to add up to'),
      dry_run: dryRun,
      memo: memoUnlessDry,
      idempotency_key: keyUnlessDry,
    }),
    body_bytes: BATCH_BODY_BYTES,
    responses: {
      200: { description: 'A dry run, or a repeat of an earlier request', schema: batchSchema },
      202: { description: 'It waits for a second person', schema: batchSchema },
    },
    handle: async ({ ctx, caller, body }) => {
      const { dry_run, memo, idempotency_key, csv, source, account, reference, total_minor } = body;
      const request = { csv, source, total_minor, ...given({ account, reference }) };
      if (dry_run) return ok(presentDryBatch(await previewBatch(caller, { ...request, memo: memo ?? '' })));
      const { batch, replayed } = await requestBatch(caller, {
        ...request,
        memo: memo as string,
        idempotency_key: idempotency_key as string,
      });
      return { status: replayed ? 200 : 202, body: { ...(await presentBatch(ctx.db, batch)), replayed } };
    },
  }),
  route({
    operation_id: 'sacco.movementBatches.list',
    method: 'GET',
    path,
    tag,
    summary: 'Batches, newest first; also remittances of employers',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: BatchStatus }>({
      ...listFields('movement_batch'),
      status: joi.string().valid(...BATCH_STATUSES),
    }),
    responses: { 200: { description: 'Batches', schema: listPageOf('movement_batches', batchSchema) } },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('movement_batches', await listBatches(ctx.db, scope, query), (rows) =>
        presentBatches(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'sacco.movementBatches.get',
    method: 'GET',
    path: `${path}/{batch}`,
    params,
    tag,
    summary: 'One batch, without its lines',
    access: SCOPED,
    responses: { 200: { description: 'The batch', schema: batchSchema } },
    handle: async ({ ctx, scope, params: { batch } }) =>
      ok(await presentBatch(ctx.db, await getBatch(ctx.db, scope, batch))),
  }),
  route({
    operation_id: 'sacco.movementBatches.lines',
    method: 'GET',
    path: `${path}/{batch}/lines`,
    params,
    tag,
    summary: 'Lines of a batch in the order of its file, each with its entry or its error',
    description:
      'Those of a remittance that waits are as they would be booked: they are split again whenever another one of its month is approved.',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: LineStatus }>({
      ...pageFields('number'),
      status: joi.string().valid(...LINE_STATUSES),
    }),
    responses: { 200: { description: 'Lines', schema: pageOf('lines', batchLineSchema) } },
    handle: async ({ ctx, scope, params: { batch: id }, query }) => {
      const batch = await getBatch(ctx.db, scope, id);
      return pageOfPresented('lines', await listBatchLines(ctx.db, scope, batch.id, query), (rows) =>
        presentBatchLines(ctx, batch, rows),
      );
    },
  }),
];
