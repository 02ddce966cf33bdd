/** Movements of the SACCO's money: at the counter, of the tills, and what became of them. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  adjustCash,
  buyShares,
  deposit,
  ENTRY_KINDS,
  ENTRY_STATUSES,
  getEntry,
  listEntries,
  presentEntry,
  requestExit,
  withdraw,
  type Direction,
  type EntryRow,
  type EntryStatus,
} from '../../domain/sacco/index.ts';
import { amountFields, amountOf, idempotencyKey, pageFields, text, type AmountBody } from '../fields.ts';
import { SCOPED, listOf, ok, route, type Answer } from '../http/route.ts';
import {
  boolean,
  dateTime,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';

const tag = 'SACCO';

const actor = object({ type: oneOf(['user', 'api_key', 'system']), id: string });
export const entry = object({
  id: string,
  kind: oneOf(ENTRY_KINDS),
  member_id: nullable(string),
  loan_id: nullable(string),
  dividend_id: nullable(string),
  payment_id: nullable(string),
  source: nullable(oneOf(['cash', 'savings', 'payment'])),
  direction: nullable(oneOf(['in', 'out'])),
  ...moneyFields('amount', 'fee'),
  currency: string,
  status: oneOf(ENTRY_STATUSES),
  error: nullable(string),
  reason: nullable(string),
  memo: nullable(string),
  requested_by: actor,
  approval_id: nullable(string),
  created_at: dateTime,
  posted_at: nullable(dateTime),
  replayed: boolean,
});

const movementResponses = {
  200: { description: 'The same request came before', schema: entry },
  201: { description: 'Booked; or failed, with the reason', schema: entry },
  202: { description: 'It waits for a checker', schema: entry },
};
/** What a movement is asked with. */
const movementFields = { ...amountFields, idempotency_key: idempotencyKey.required() };
const memo = text(500).required();

interface MovementBody extends AmountBody {
  idempotency_key: string;
}

function movementOf(body: MovementBody): { amount_minor: bigint; idempotency_key: string } {
  return { ...(amountOf(body) as { amount_minor: bigint }), idempotency_key: body.idempotency_key };
}

/** A repeat is answered 200, what waits for a checker 202, what was booked or failed 201. */
function answerEntry({ entry: row, replayed }: { entry: EntryRow; replayed: boolean }): Answer {
  const status = replayed ? 200 : row.status === 'awaiting_approval' ? 202 : 201;
  return { status, body: presentEntry(row, replayed) };
}

const ofMember = { member: 'member' } as const;
const listed = joi.object({ ...pageFields('entry'), status: joi.string().valid(...ENTRY_STATUSES) });

export const entryRoutes = [
  movementRoute('deposits', 'Cash into savings', deposit),
  movementRoute('withdrawals', "Savings out in cash; above the day's threshold a checker decides", withdraw),
  route<'book', object, MovementBody & { from: 'cash' | 'savings' }>({
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/shares',
    tag,
    summary: 'Shares from cash or from savings',
    access: SCOPED,
    params: ofMember,
    body: joi
      .object({ ...movementFields, from: joi.string().valid('cash', 'savings').required() })
      .xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(
        await buyShares(ctx, scope, by, params['member'] as string, {
          ...movementOf(body),
          from: body.from,
        }),
      ),
  }),
  route<'book', object, { idempotency_key: string; memo: string }>({
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/exit',
    tag,
    summary: 'A member leaves; a checker decides',
    access: SCOPED,
    params: ofMember,
    body: joi.object({ idempotency_key: idempotencyKey.required(), memo }),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(await requestExit(ctx, scope, by, params['member'] as string, body)),
  }),
  route<'book', object, MovementBody & { direction: Direction; memo: string }>({
    method: 'POST',
    path: '/api/v1/sacco/cash-adjustments',
    tag,
    summary: 'Cash that was counted and is not what the books say; a checker decides',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi
      .object({ ...movementFields, direction: joi.string().valid('in', 'out').required(), memo })
      .xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, body }) =>
      answerEntry(
        await adjustCash(ctx, scope, by, {
          ...movementOf(body),
          direction: body.direction,
          memo: body.memo,
        }),
      ),
  }),
  route<'book', PageRequest & { status?: EntryStatus }>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/entries',
    tag,
    summary: "A member's movements",
    access: SCOPED,
    params: ofMember,
    query: listed,
    responses: { 200: { description: 'Entries', schema: pageOf('entries', entry) } },
    handle: async ({ ctx, scope, params, query }) =>
      listOf('entries', await listEntries(ctx.db, scope, params['member'] as string, query), (row) =>
        presentEntry(row),
      ),
  }),
  route<'book', PageRequest & { status?: EntryStatus }>({
    method: 'GET',
    path: '/api/v1/sacco/entries',
    tag,
    summary: 'All movements',
    access: SCOPED,
    query: listed,
    responses: { 200: { description: 'Entries', schema: pageOf('entries', entry) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('entries', await listEntries(ctx.db, scope, null, query), (row) => presentEntry(row)),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/entries/{entry}',
    tag,
    summary: 'One movement',
    access: SCOPED,
    params: { entry: 'entry' },
    responses: { 200: { description: 'The entry', schema: entry } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentEntry(await getEntry(ctx.db, scope, params['entry'] as string))),
  }),
];

function movementRoute(name: 'deposits' | 'withdrawals', summaryText: string, move: typeof deposit) {
  return route<'book', object, MovementBody>({
    method: 'POST',
    path: `/api/v1/sacco/members/{member}/${name}`,
    tag,
    summary: summaryText,
    access: SCOPED,
    params: ofMember,
    body: joi.object(movementFields).xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(await move(ctx, scope, by, params['member'] as string, movementOf(body))),
  });
}
