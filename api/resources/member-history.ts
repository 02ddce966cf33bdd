/** What happened with a member: the timeline, notes, and balances over a year. */
import joi from 'joi';
import { memberNotes } from '../../domain/members/index.ts';
import {
  balanceHistorySchema,
  presentBalanceHistory,
  presentTimeline,
  readBalanceHistory,
  readTimeline,
  TIMELINE_KINDS,
  timelineItemSchema,
  type TimelineRequest,
} from '../../domain/reports/index.ts';
import { idempotencyKey, lines, pageFields } from '../fields.ts';
import { SCOPED, ok, pageOfPresented, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/members/{member}';

const MAX_NOTE_CHARACTERS = 2_000;

export const memberHistoryRoutes = [
  route({
    operation_id: 'sacco.members.timeline',
    method: 'GET',
    path: `${path}/timeline`,
    tag,
    summary: 'Everything that happened with a member, newest first',
    description:
      'Movements, loans, guarantees, documents, messages, notes, and events of the customer; `kind` chooses one of these. A thing is listed once, at the moment when it was stored, with the status that it has today.',
    access: SCOPED,
    query: joi.object<TimelineRequest>({
      ...pageFields(joi.string().pattern(/^[0-9A-Z]{26}$/)),
      kind: joi.string().valid(...TIMELINE_KINDS),
    }),
    responses: { 200: { description: 'What happened', schema: pageOf('timeline', timelineItemSchema) } },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('timeline', await readTimeline({ ctx, scope }, params.member, query), (items) =>
        presentTimeline(ctx.db, items),
      ),
  }),
  route({
    operation_id: 'sacco.members.writeNote',
    method: 'POST',
    path: `${path}/notes`,
    tag,
    summary: 'Write a note about a member',
    description:
      'It stays in the timeline of the member, and cannot be changed. Without `idempotency_key` a repeat is another note.',
    access: SCOPED,
    body: joi.object<memberNotes.Request>({
      text: lines(MAX_NOTE_CHARACTERS).required(),
      idempotency_key: idempotencyKey,
    }),
    responses: {
      201: { description: 'The note', schema: memberNotes.schema },
      200: { description: 'The note, written before under this key', schema: memberNotes.schema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const { note, replayed } = await memberNotes.write(caller, params.member, body);
      return { status: replayed ? 200 : 201, body: await memberNotes.present(ctx.db, note, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.members.balances',
    method: 'GET',
    path: `${path}/balances`,
    tag,
    summary: 'What a member held at the ends of the last twelve months, account by account',
    access: SCOPED,
    responses: { 200: { description: 'The balances', schema: balanceHistorySchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentBalanceHistory(await readBalanceHistory({ ctx, scope }, params.member))),
  }),
];
