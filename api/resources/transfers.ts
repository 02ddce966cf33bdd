/** Transfers between generic ledger accounts. */
import joi from 'joi';
import { transfers } from '../../domain/ledger/index.ts';
import { SCOPED, route } from '../http/route.ts';
import {
  transferBatchFields,
  transferBatchRequest,
  transferFields,
  transferRequest,
  type TransferBatchBody,
  type TransferBody,
} from '../requests/transfer-body.ts';

/** A thousand transfers, each with the longest memo in three-byte characters. */
const BATCH_BYTES = 2 * 1024 * 1024;

export const transferRoutes = [
  route({
    operation_id: 'ledger.transfers.create',
    method: 'POST',
    path: '/api/v1/ledger/transfers',
    tag: 'Ledger',
    summary: 'Move money between generic accounts',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<TransferBody>(transferFields),
    responses: {
      200: { description: 'A repeat: the original transfer', schema: transfers.schema },
      201: { description: 'The transfer', schema: transfers.schema },
    },
    handle: async ({ caller, body }) => {
      const { transfer, currency, replayed } = await transfers.create(caller, transferRequest(body));
      return { status: replayed ? 200 : 201, body: transfers.present(transfer, currency, replayed) };
    },
  }),
  route({
    operation_id: 'ledger.transfers.createBatch',
    method: 'POST',
    path: '/api/v1/ledger/transfer-batches',
    tag: 'Ledger',
    summary: 'Book up to 1,000 transfers between generic accounts, all or none',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body_bytes: BATCH_BYTES,
    body: joi.object<TransferBatchBody>(transferBatchFields),
    responses: {
      200: { description: 'A repeat: the original transfers', schema: transfers.batchSchema },
      201: { description: 'The transfers, in the order of the request', schema: transfers.batchSchema },
    },
    handle: async ({ caller, body }) => {
      const { made, replayed } = await transfers.createBatch(caller, transferBatchRequest(body));
      return { status: replayed ? 200 : 201, body: transfers.presentBatch(made, replayed) };
    },
  }),
];
