/**
 * SMS by any gateway that takes an HTTP request: the cooperative says how the body looks. Requests are signed as webhooks are
 * (Standard Webhooks), and the id of the message is the webhook-id.
 */
import joi from 'joi';
import { systemNow } from '../../../core/clock.ts';
import { invalidField } from '../../../core/errors.ts';
import { readJsonObject } from '../../../core/json.ts';
import { refusePrivateUrl, signing } from '../../webhooks/index.ts';
import { REPORT_STATUSES } from '../notification.rules.ts';
import { bodyOf, hasPlaceholders } from './body-template.rules.ts';
import { callSender } from './call-sender.ts';
import { saidText } from './said-text.rules.ts';
import type { Sender } from './sender.port.ts';

export const httpGateway: Sender = {
  channels: ['sms'],
  environments: ['test', 'live'],
  credentials: {
    url: joi.string().max(2_000).required(),
    body: joi.string().max(4_000).required(),
    secret: joi
      .string()
      .max(200)
      .pattern(new RegExp(`^${signing.SECRET_PREFIX}[A-Za-z0-9+/]{32,}={0,2}$`))
      .required()
      .messages({
        'string.pattern.base': `{{#label}} must be ${signing.SECRET_PREFIX} and at least 24 bytes in base64`,
      }),
  },
  check(ctx, { url = '', body = '' }) {
    refusePrivateUrl(ctx, url, 'credentials.url');
    if (!hasPlaceholders(body))
      throw invalidField(
        'credentials.body',
        '"credentials.body" must use {{to}} and {{text}}, as values of JSON or of a form.',
      );
  },
  // A gateway's key often stands in its address or in the body.
  mask: ({ url = '' }) => ({ url: `${new URL(url).origin}/…`, body: '••••', secret: '••••' }),
  send(ctx, { url = '', body: template = '', secret = '' }, { id, to, text }) {
    const body = bodyOf(template, { id, to, text });
    const timestamp_s = Math.floor(systemNow().getTime() / 1_000);
    const signed = 'json' in body ? body.json : new URLSearchParams(body.form).toString();
    const request = {
      headers: {
        'user-agent': 'Ushirika-Messages/1.0',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signing.signature(secret, { id, timestamp_s, body: signed }),
      },
      body,
      deadline_ms: ctx.provider_deadline_ms,
      public_only: !ctx.allow_private_webhooks,
    };
    return callSender(url, request, (answer) => {
      const provider_id = idIn(readJsonObject(answer)?.['id']) || null;
      return { status: 'sent', provider_id, cost: null };
    });
  },
  readReport({ body }) {
    const { id, status, reason } = readJsonObject(body) ?? {};
    const found = REPORT_STATUSES.find((each) => each === status);
    const message_ref = idIn(id);
    if (message_ref === '' || !found) return null;
    return { message_ref, status: found, reason: typeof reason === 'string' ? saidText(reason) : null };
  },
};

/** Empty where there is none. Some gateways number their messages: numbers are read as text. */
function idIn(given: unknown): string {
  return typeof given === 'string' ? saidText(given) : '';
}
