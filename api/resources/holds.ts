/** Holds on ledger accounts. */
import joi from 'joi';
import { encodeId, parseId } from '../../core/ids.ts';
import type { PageRequest } from '../../db/page.ts';
import { holds } from '../../domain/ledger/index.ts';
import { amountMinor } from '../fields.ts';
import { SCOPED, createdOnce, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { transferFields, transferRequest, type TransferBody } from '../requests/transfer-body.ts';

const tag = 'Ledger';
const path = '/api/v1/ledger/holds';

/** Holds last at most 90 days. */
const MAX_TIMEOUT_S = 7_776_000;

export const holdRoutes = [
  route({
    operation_id: 'ledger.holds.create',
    method: 'POST',
    path,
    tag,
    summary: 'Hold money until it is captured, voided or expired',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<TransferBody & { timeout_secs?: number }>({
      ...transferFields,
      timeout_secs: joi
        .number()
        .integer()
        .min(1)
        .max(MAX_TIMEOUT_S)
        .description('Seconds until it expires; without it, never'),
    }),
    responses: {
      200: { description: 'A repeat: the hold in its current state', schema: holds.schema },
      201: { description: 'The hold', schema: holds.schema },
    },
    handle: async ({ caller, body }) => {
      const request = { ...transferRequest(body), timeout_s: body.timeout_secs ?? 0 };
      const { hold, replayed } = await holds.create(caller, request);
      return createdOnce(holds.present(hold), replayed);
    },
  }),
  route({
    operation_id: 'ledger.holds.list',
    method: 'GET',
    path,
    tag,
    summary: 'Holds, newest first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: holds.HoldStatus }>({
      ...listFields('hold'),
      status: joi.string().valid(...holds.STATUSES),
    }),
    responses: { 200: { description: 'Holds', schema: listPageOf('holds', holds.schema) } },
    handle: async ({ ctx, scope, query }) => {
      const after = query.after && (parseId('hold', query.after) as string);
      const found = await holds.list(ctx.db, scope, { ...query, after });
      const next_after = found.next_after && encodeId('hold', found.next_after);
      return listOf('holds', { ...found, next_after }, holds.present);
    },
  }),
  route({
    operation_id: 'ledger.holds.get',
    method: 'GET',
    path: `${path}/{hold}`,
    tag,
    summary: 'One hold',
    access: SCOPED,
    responses: { 200: { description: 'The hold', schema: holds.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(holds.present(await holds.find(ctx.db, scope, holdUuid(params)))),
  }),
  route({
    operation_id: 'ledger.holds.capture',
    method: 'POST',
    path: `${path}/{hold}/capture`,
    tag,
    summary: 'Capture all or part of a hold; the remainder is released',
    access: SCOPED,
    body: joi.object<{ amount_minor?: bigint }>({
      amount_minor: amountMinor.description('By default the whole amount'),
    }),
    responses: {
      200: { description: 'The captured hold; `replayed` on an identical repeat', schema: holds.schema },
    },
    handle: async ({ caller, params, body }) => {
      const id = holdUuid(params);
      const { hold, replayed } = await holds.capture(caller, id, body.amount_minor);
      return ok({ ...holds.present(hold), replayed });
    },
  }),
  route({
    operation_id: 'ledger.holds.void',
    method: 'POST',
    path: `${path}/{hold}/void`,
    tag,
    summary: 'Release a hold',
    access: SCOPED,
    responses: { 200: { description: 'The voided hold', schema: holds.schema } },
    handle: async ({ caller, params }) => ok(holds.present(await holds.void(caller, holdUuid(params)))),
  }),
];

function holdUuid({ hold }: { hold: string }): string {
  return parseId('hold', hold) as string;
}
