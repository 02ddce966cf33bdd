/** Transfers between generic ledger accounts. */
import joi from 'joi';
import { createManualTransfer, presentTransfer, transferSchema } from '../../domain/ledger/index.ts';
import { SCOPED, route } from '../http/route.ts';
import { transferFields, transferRequest, type TransferBody } from './transfer-body.ts';

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
      200: { description: 'A repeat: the original transfer', schema: transferSchema },
      201: { description: 'The transfer', schema: transferSchema },
    },
    handle: async ({ ctx, scope, actor, body }) => {
      const { transfer, currency, replayed } = await createManualTransfer(
        ctx,
        scope,
        actor,
        transferRequest(body),
      );
      return { status: replayed ? 200 : 201, body: presentTransfer(transfer, currency, replayed) };
    },
  }),
];
