/** Tills, and cash that is carried between them and the vault. */
import joi from 'joi';
import { MANAGERS, ANY_STAFF } from '../../domain/staff/index.ts';
import { tills, tillSessions } from '../../domain/tills/index.ts';
import { amountFields, idempotencyKey, idOr, pageFields, text, withOneAmount } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';
import {
  answerEntry,
  movementOf,
  movementResponses,
  requiredMemo,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'Tills';
const path = '/api/v1/sacco/tills';

const place = idOr('till', tillSessions.VAULT).required().description('The id of a till, or `vault`');

export const tillRoutes = [
  route({
    operation_id: 'sacco.tills.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a till',
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['NOT_FOUND', 'CONFLICT'],
    body: joi.object<tills.TillRequest>({ name: text(60).required(), branch: text(60) }),
    responses: { 201: { description: 'The till', schema: tills.schema } },
    handle: async ({ caller, body }) => created(tills.present(await tills.create(caller, body))),
  }),
  route({
    operation_id: 'sacco.tills.list',
    method: 'GET',
    path,
    tag,
    summary: 'Tills, with what each holds and its session',
    access: SCOPED,
    query: joi.object<tills.TillFilter>({ ...pageFields('till'), active: joi.boolean() }),
    responses: { 200: { description: 'Tills', schema: pageOf('tills', tills.schema) } },
    handle: async ({ caller, query }) => listOf('tills', await tills.list(caller, query), tills.present),
  }),
  route({
    operation_id: 'sacco.tills.get',
    method: 'GET',
    path: `${path}/{till}`,
    tag,
    summary: 'One till',
    access: SCOPED,
    responses: { 200: { description: 'The till', schema: tills.schema } },
    handle: async ({ caller, params }) => ok(tills.present(await tills.read(caller, params.till))),
  }),
  route({
    operation_id: 'sacco.tills.change',
    method: 'PATCH',
    path: `${path}/{till}`,
    tag,
    summary: 'Rename a till, or set it aside while it has no session',
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['CONFLICT'],
    body: joi
      .object<tills.TillChange>({ name: text(60), branch: text(60).allow(null), active: joi.boolean() })
      .min(1),
    responses: { 200: { description: 'The till', schema: tills.schema } },
    handle: async ({ caller, params, body }) =>
      ok(tills.present(await tills.change(caller, params.till, body))),
  }),
  route({
    operation_id: 'sacco.tillTransfers.create',
    method: 'POST',
    path: '/api/v1/sacco/till-transfers',
    tag,
    summary: 'Carry cash between the vault and a till, or from till to till; a checker confirms',
    description:
      'Both tills must have an open session. Only a teller of one of them, or a checker, can ask for it.',
    access: { kind: 'staff', roles: ANY_STAFF },
    errors: ['NOT_FOUND', 'CONFLICT'],
    body: withOneAmount<MovementBody & { from: string; to: string; memo: string }>({
      ...amountFields,
      from: place,
      to: place,
      memo: requiredMemo,
      idempotency_key: idempotencyKey.required(),
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, body }) => {
      const { from, to, memo } = body;
      return answerEntry(
        ctx,
        await tillSessions.requestTillTransfer(caller, { ...movementOf(body), from, to, memo }),
      );
    },
  }),
];
