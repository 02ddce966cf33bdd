/** Who sends a project's messages. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import type { Currency } from '../../core/money.ts';
import { arrayOf, object } from '../../core/schema.ts';
import type { Environment } from '../../core/scope.ts';
import {
  CHANNELS,
  LANGUAGES,
  messageSenders,
  parsePrice,
  type Channel,
} from '../../domain/messages/index.ts';
import { ANY_STAFF, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { currency, environment } from '../fields.ts';
import { ok, route } from '../http/route.ts';

const tag = 'Messages';
const path = '/api/projects/{project}/senders';

const localTime = worded(joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$/), {
  'string.pattern.base': '{{#label}} must be a local time like "21:00"',
});

const price = worded(
  joi.string().custom((text: string, helpers) => parsePrice(text) ?? helpers.error('price.base')),
  { 'price.base': '{{#label}} must be text with at most four decimals, like "0.80"' },
).meta({ openapi: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,4})?$' } });

interface SenderBody extends Omit<messageSenders.Change, 'segment_price_e4' | 'segment_currency'> {
  environment: Environment;
  segment_price?: bigint;
  segment_currency?: Currency;
}

export const senderRoutes = [
  route({
    operation_id: 'projects.senders.list',
    method: 'GET',
    path,
    tag,
    summary: "Who sends the project's messages, by channel",
    access: { kind: 'project', roles: ANY_STAFF },
    query: joi.object<{ environment: Environment }>({ environment: environment.default('test') }),
    responses: {
      200: {
        description: 'Senders, secrets masked; the address of delivery reports for managers alone',
        schema: object({ senders: arrayOf(messageSenders.schema) }),
      },
    },
    handle: async ({ ctx, project, actor, server_url, query: { environment: chosen } }) => {
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      const senders = await messageSenders.list(caller, server_url);
      return ok({ senders: senders.map(messageSenders.present) });
    },
  }),
  route({
    operation_id: 'projects.senders.put',
    method: 'PUT',
    path: `${path}/{channel}`,
    tag,
    summary: 'Set who sends messages on a channel; credentials are encrypted and never shown again',
    description:
      "`sms`: `sandbox` (test environment only), `africastalking` (credentials `username`, `api_key`, `sender_id`) or `http` (`url`, `body` with `{{to}}`, `{{text}}` and `{{id}}`, and `secret`, by which requests are signed as Standard Webhooks). `email`: `sandbox` or `smtp`, the server's `SMTP_URL`. `none` turns the channel off: what is queued fails with `sender_off`. Credentials that are left out stay as they are.",
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params: { channel: joi.string().valid(...CHANNELS) },
    body: joi
      .object<SenderBody>({
        environment: environment.required(),
        sender: joi
          .string()
          .valid(...messageSenders.NAMES)
          .required(),
        // The sender defines the fields.
        credentials: joi
          .object()
          .unknown()
          .meta({ openapi: { type: 'object', additionalProperties: true, 'x-map': true } }),
        language: joi
          .string()
          .valid(...LANGUAGES)
          .default('en')
          .description('Of members who have chosen none'),
        quiet_hours: joi
          .object({ from: localTime.required(), to: localTime.invalid(joi.ref('from')).required() })
          .allow(null)
          .default(null)
          .description('Local times between which nothing is sent'),
        segment_price: price.description(
          'Of one segment, where the sender does not tell what a message costs',
        ),
        segment_currency: currency,
      })
      .custom((body: SenderBody, helpers) =>
        (body.segment_price === undefined) === (body.segment_currency === undefined)
          ? body
          : helpers.message({ custom: '"segment_price" and "segment_currency" go together' }),
      ),
    responses: { 200: { description: 'The sender, secrets masked', schema: messageSenders.schema } },
    handle: async ({ ctx, project, actor, server_url, params, body }) => {
      const { environment: chosen, segment_price, segment_currency = null, ...rest } = body;
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      const change = { ...rest, segment_price_e4: segment_price ?? null, segment_currency };
      return ok(
        messageSenders.present(
          await messageSenders.put(caller, params.channel as Channel, { change, server_url }),
        ),
      );
    },
  }),
];
