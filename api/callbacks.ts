/** Receives payment providers' callbacks, and delivery reports of messages: any method and content type, at an address that cannot be guessed. */
import express, { Router, type RequestHandler } from 'express';
import joi from 'joi';
import { idPattern } from '../core/ids.ts';
import { httpDuration } from '../core/metrics.ts';
import type { Context } from '../domain/platform/context.ts';
import { receiveReport } from '../domain/messages/index.ts';
import { providerCallbacks } from '../domain/payments/index.ts';
import { resumeWork } from './http/request-work.ts';
import type { Operation } from './http/route.ts';
import { freeForm } from '../core/schema.ts';
import { providerName } from './fields.ts';

/** Callbacks are a few kilobytes. */
const CALLBACK_BYTES = 64 * 1024;
const PATH = '/:provider/:payment/:token';
/** What a provider's address may be about. */
const SUBJECTS = (['payment', 'payout', 'project', 'paybill', 'paybill_confirmation'] as const).map(
  (kind) => idPattern(kind).source,
);
const SUBJECT = joi
  .string()
  .pattern(new RegExp(SUBJECTS.join('|')))
  .meta({
    openapi: {
      description:
        'A payment, a payout, the project for a provider that has one address for all, or what a paybill is told about',
    },
  });

const PROVIDER_OPERATIONS: Operation[] = (['POST', 'PUT', 'GET'] as const).map((method) => ({
  operation_id: `callbacks.receive${{ POST: '', PUT: 'Put', GET: 'Get' }[method]}`,
  method,
  path: '/callbacks/{provider}/{payment}/{token}',
  tag: 'Callbacks',
  summary:
    "A provider's callback about a payment or a payout, in the provider's own format, at the address given to the provider",
  access: { kind: 'none' },
  params: { provider: providerName, payment: SUBJECT, token: joi.string() },
  responses: {
    200: {
      description:
        'Stored; the provider is then queried for its status. The body is `{ "received": true }`, or the one that the provider requires',
      schema: freeForm,
    },
  },
  errors: ['UNAUTHORIZED'],
}));

const SENDERS_PATH = '/senders/:token';

const REPORT_OPERATION: Operation = {
  operation_id: 'callbacks.receiveReport',
  method: 'POST',
  path: '/callbacks/senders/{token}',
  tag: 'Callbacks',
  summary: "A sender's delivery report about a message, at the address that `report_url` tells",
  description:
    "Africa's Talking sends its own form. An HTTP gateway sends JSON: `id` (ours, or the one that it answered with), `status` (`sent`, `delivered` or `failed`) and perhaps `reason`.",
  access: { kind: 'none' },
  params: { token: joi.string() },
  responses: {
    200: { description: 'Stored. The body is `{ "received": true }`', schema: freeForm },
  },
};

/** For the OpenAPI document: gateways have to let these calls through, and stand-ins for providers make them. */
export const CALLBACK_OPERATIONS: Operation[] = [...PROVIDER_OPERATIONS, REPORT_OPERATION];

export function callbacks(ctx: Context): Router {
  const router = Router();
  const body = express.raw({ type: () => true, limit: CALLBACK_BYTES });
  const receive: RequestHandler = async (request, response) => {
    const stop = httpDuration.startTimer({ method: request.method, route: `/callbacks${PATH}` });
    response.once('finish', () => stop({ status: String(response.statusCode) }));
    const { provider, payment, token } = request.params as Record<string, string>;
    const bytes: unknown = request.body;
    const answer = await providerCallbacks.receive(ctx, {
      segment: provider as string,
      subject_id: payment as string,
      token: token as string,
      method: request.method,
      headers: singleHeaders(request.headers),
      query: request.originalUrl.split('?').slice(1).join('?'),
      body: Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0),
      ip: request.ip ?? '',
    });
    response.json(answer);
  };
  const receiveSenderReport: RequestHandler = async (request, response) => {
    const route = `/callbacks${SENDERS_PATH}`;
    const stop = httpDuration.startTimer({ method: request.method, route });
    response.once('finish', () => stop({ status: String(response.statusCode) }));
    const { token } = request.params as Record<string, string>;
    const bytes: unknown = request.body;
    await receiveReport(ctx, token as string, {
      content_type: request.headers['content-type'] ?? '',
      body: Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '',
    });
    response.json({ received: true });
  };
  router.post(SENDERS_PATH, body, resumeWork, receiveSenderReport);
  for (const method of ['post', 'put', 'get'] as const) router[method](PATH, body, resumeWork, receive);
  return router;
}

/** A header sent twice is ambiguous, so it is dropped. */
function singleHeaders(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}
