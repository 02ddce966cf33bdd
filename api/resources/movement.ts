/** What the routes share that move money of the SACCO: the fields of a request, and the answer with its entry. */
import joi from 'joi';
import type { Context } from '../../domain/platform/context.ts';
import {
  entrySchema,
  presentEntry,
  type MovementRequest,
  type RequestedEntry,
} from '../../domain/movements/index.ts';
import { amountFields, amountOf, idempotencyKey, text, type AmountBody } from '../fields.ts';

export const movementResponses = {
  200: { description: 'The same request came before', schema: entrySchema },
  201: { description: 'Booked; or failed, with the reason', schema: entrySchema },
  202: { description: 'It waits for a checker', schema: entrySchema },
};

/** One of the two amounts is needed. */
export const movementFields = {
  ...amountFields,
  memo: text(500).description("What the movement is about, such as a slip's number"),
  idempotency_key: idempotencyKey.required(),
};

/** Why, for what a checker decides. */
export const requiredMemo = text(500).required();

/** What is asked for without an amount, which follows from what it is about. */
export const bodyWithMemo = joi.object<{ idempotency_key: string; memo: string }>({
  idempotency_key: idempotencyKey.required(),
  memo: requiredMemo,
});

export interface MovementBody extends AmountBody {
  memo?: string;
  idempotency_key: string;
}

export function movementOf(body: MovementBody): MovementRequest {
  const { memo, idempotency_key } = body;
  const { amount_minor } = amountOf(body) as { amount_minor: bigint };
  return { amount_minor, idempotency_key, ...(memo === undefined ? {} : { memo }) };
}

/** A repeat is answered 200, what waits for a checker 202, what was booked or failed 201. */
export async function answerEntry(ctx: Context, { entry, replayed }: RequestedEntry) {
  const status = replayed ? 200 : entry.status === 'awaiting_approval' ? 202 : 201;
  return { status, body: await presentEntry(ctx, entry, replayed) };
}
