/** Sessions of tellers at tills: opened with a float, counted, and closed. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { daySheetPdf, MAX_MOVEMENTS } from '../../domain/papers/index.ts';
import { ANY_STAFF, DECIDERS } from '../../domain/staff/index.ts';
import { tillSessions } from '../../domain/tills/index.ts';
import {
  amountFields,
  decimalFromZero,
  id,
  idempotencyKey,
  idOr,
  minorFromZero,
  pageFields,
  text,
} from '../fields.ts';
import { CSV, PDF, SCOPED, jsonOrCsv, pageOfPresented, pdf, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { language, PAPER_HINT, paperOf, type InLanguage } from '../requests/paper.ts';

const tag = 'Tills';
const ofTill = '/api/v1/sacco/tills/{till}/sessions';
const path = '/api/v1/sacco/till-sessions';

/** Pieces of one denomination at most: more than any safe holds. */
const MAX_PIECES = 10_000_000;

interface CountBody {
  count?: Record<string, number>;
  counted?: bigint;
  counted_minor?: bigint;
  memo?: string;
  idempotency_key?: string;
}

const countBody = joi
  .object<CountBody>({
    count: joi
      .object()
      .pattern(joi.string().max(20), joi.number().integer().min(0).max(MAX_PIECES))
      .description('Pieces by denomination, such as `{ "1000.00": 12 }`'),
    counted: decimalFromZero,
    counted_minor: minorFromZero,
    memo: text(500),
    idempotency_key: idempotencyKey.description(
      'Without one a repeat is refused by the state of the session',
    ),
  })
  .xor('count', 'counted', 'counted_minor');

function countedOf({ count, counted, counted_minor, memo, idempotency_key }: CountBody) {
  return {
    ...(count ? { count } : { counted_minor: counted ?? counted_minor ?? 0n }),
    ...(memo === undefined ? {} : { memo }),
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
  };
}

interface OpenBody {
  float?: bigint;
  float_minor?: bigint;
  memo?: string;
  idempotency_key?: string;
}

const openBody = joi
  .object<OpenBody>({
    float: amountFields.amount.description('From the vault'),
    float_minor: amountFields.amount_minor,
    memo: text(500),
    idempotency_key: idempotencyKey.description(
      'Without one a repeat is refused by the session that is there',
    ),
  })
  .xor('float', 'float_minor');

type SessionsQuery = Omit<tillSessions.SessionFilter, 'user_id'> & { teller?: string };

export const tillSessionRoutes = [
  route({
    operation_id: 'sacco.tills.openSession',
    method: 'POST',
    path: ofTill,
    tag,
    summary: 'Open a session at a till; a checker confirms the float',
    access: { kind: 'staff', roles: ANY_STAFF },
    errors: ['CONFLICT'],
    body: openBody,
    responses: {
      200: { description: 'A repeat of an earlier request', schema: tillSessions.schema },
      202: { description: 'The session; its float waits for a checker', schema: tillSessions.schema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const { float, float_minor, memo, idempotency_key } = body;
      const { session, replayed } = await tillSessions.open(caller, params.till, {
        float_minor: (float ?? float_minor) as bigint,
        ...(memo === undefined ? {} : { memo }),
        ...(idempotency_key === undefined ? {} : { idempotency_key }),
      });
      return { status: replayed ? 200 : 202, body: await tillSessions.present(ctx.db, session, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.tills.closeSession',
    method: 'POST',
    path: `${ofTill}/{till_session}/close`,
    tag,
    summary: 'Close a session: a difference waits for a checker, then the rest returns to the vault',
    description:
      'Its teller closes it, or a checker. `memo` is needed where the count differs from what is expected.',
    access: { kind: 'staff', roles: ANY_STAFF },
    errors: ['CONFLICT'],
    body: countBody,
    responses: {
      200: {
        description: 'Nothing was left in the till: it is closed; or a repeat',
        schema: tillSessions.schema,
      },
      202: { description: 'The difference, or the return to the vault, waits', schema: tillSessions.schema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const at = { till_id: params.till, session_id: params.till_session };
      const { session, replayed } = await tillSessions.close(caller, at, countedOf(body));
      const status = replayed || session.status === 'closed' ? 200 : 202;
      return { status, body: await tillSessions.present(ctx.db, session, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.tills.count',
    method: 'POST',
    path: `${ofTill}/{till_session}/counts`,
    tag,
    summary: 'Record a surprise count, which closes nothing',
    access: { kind: 'staff', roles: DECIDERS },
    errors: ['CONFLICT'],
    body: countBody,
    responses: {
      200: { description: 'A repeat of an earlier request', schema: tillSessions.countSchema },
      201: { description: 'The count, with what was expected', schema: tillSessions.countSchema },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const at = { till_id: params.till, session_id: params.till_session };
      const { count, replayed } = await tillSessions.countTill(caller, at, countedOf(body));
      const [presented] = await tillSessions.presentCounts(ctx.db, [count], replayed);
      return { status: replayed ? 200 : 201, body: presented as NonNullable<typeof presented> };
    },
  }),
  route({
    operation_id: 'sacco.tillSessions.list',
    method: 'GET',
    path,
    tag,
    summary: 'Sessions at tills, newest first',
    access: SCOPED,
    query: joi.object<SessionsQuery>({
      ...listFields('till_session'),
      till: id('till'),
      status: joi.string().valid(...tillSessions.STATUSES),
      teller: idOr('user', 'me').description('A user, or `me`'),
    }),
    responses: { 200: { description: 'Sessions', schema: listPageOf('till_sessions', tillSessions.schema) } },
    handle: async ({ ctx, caller, query }) => {
      const { teller, ...filter } = query;
      const user_id = teller === 'me' ? caller.actor.id : teller;
      const found = await tillSessions.list(caller, {
        ...filter,
        ...(user_id === undefined ? {} : { user_id }),
      });
      return pageOfPresented('till_sessions', found, (sessions) => tillSessions.presentAll(ctx.db, sessions));
    },
  }),
  route({
    operation_id: 'sacco.tillSessions.get',
    method: 'GET',
    path: `${path}/{till_session}`,
    tag,
    summary: 'One session with its movements and counts; as CSV or PDF its day sheet',
    description: `${PAPER_HINT} A PDF has at most ${MAX_MOVEMENTS} movements.`,
    access: SCOPED,
    errors: ['PAYLOAD_TOO_LARGE'],
    query: joi.object<PageRequest & InLanguage>({ ...pageFields('entry'), language }),
    responses: {
      200: { description: 'The session', schema: tillSessions.detailsSchema, also_as: [CSV, PDF] },
    },
    handle: async ({ ctx, caller, params, query, accepts, server_url }) => {
      if (accepts('application/json', CSV, PDF) === PDF)
        return pdf(
          `day-sheet-${params.till_session}`,
          await daySheetPdf(caller, params.till_session, paperOf(query, server_url)),
        );
      const session = await tillSessions.read(caller, params.till_session);
      return jsonOrCsv(
        accepts,
        async () =>
          tillSessions.presentDetails(ctx, {
            session,
            counts: await tillSessions.listCounts(caller, session),
            entries: await tillSessions.listEntries(caller, session, query),
          }),
        () => tillSessions.daySheetCsv(caller, session),
      );
    },
  }),
];
