/** Payouts: money that providers send to phones and bank accounts. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import { payouts } from '../../domain/payments/index.ts';
import { ANY_STAFF, projectScope } from '../../domain/staff/index.ts';
import {
  amountFields,
  amountMinor,
  amountOf,
  creationDays,
  currency,
  environment,
  idempotencyKey,
  idempotencyKeyHeader,
  minorFromZero,
  pageFields,
  providerName,
  text,
  type AmountBody,
} from '../fields.ts';
import { answerOnce } from '../http/answer-once.ts';
import { SCOPED, ok, okOrWaiting, pageOfPresented, route } from '../http/route.ts';
import { listPageOf, pageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { keyOf } from '../requests/key-of.ts';

const tag = 'Payouts';
const path = '/api/v1/payouts';
const settings_path = '/api/projects/{project}/providers/{provider}/payouts';

const waitingSchema = payouts.schema;

/** A field that an account of a bank needs. */
function ofAccount(max: number, otherwise: 'forbidden' | 'optional', description: string): joi.StringSchema {
  return text(max)
    .when('account_number', {
      is: joi.exist(),
      then: joi.required(),
      otherwise: joi[otherwise](),
    })
    .meta({ openapi: { type: 'string', maxLength: max, description } });
}

const destination = joi
  .object<payouts.PayoutRequest['to']>({
    phone: text(40),
    account_number: text(40),
    account_name: ofAccount(100, 'forbidden', 'Required with an account number'),
    bank_code: ofAccount(
      40,
      'optional',
      "The provider's code of the bank, which an account number needs, or of the wallet of the phone",
    ),
  })
  .xor('phone', 'account_number')
  .description(
    'A phone, with a bank_code where the provider needs that of its wallet, or an account of a bank',
  );

type PayoutBody = AmountBody &
  Omit<payouts.PayoutRequest, 'amount_minor'> & { idempotency_key?: string | undefined };

export const payoutRoutes = [
  route({
    operation_id: 'payouts.create',
    method: 'POST',
    path,
    tag,
    summary: 'Send money to a phone or a bank account',
    description:
      "The money is held in the merchant's balance at once, and sent by a worker. The outcome comes later: wait for a webhook, or get the payout again. An API key needs the scope `payouts`, also one without scopes.",
    access: SCOPED,
    headers: { 'idempotency-key': idempotencyKeyHeader },
    body: joi
      .object<PayoutBody>({
        provider: providerName.required(),
        ...amountFields,
        currency: currency.required(),
        to: destination.required(),
        reference: text(100)
          .required()
          .description(
            'Of one payout that was requested here, of the project and environment, and was or may still be paid',
          ),
        narration: text(100).description('For who is paid, where the provider shows it'),
        idempotency_key: idempotencyKey,
      })
      .xor('amount', 'amount_minor'),
    responses: {
      201: {
        description:
          'The payout; a repeat under the same key carries `replayed: true` and `X-Cache: HIT-IDEMPOTENCY`',
        schema: payouts.schema,
      },
      202: { description: 'It waits for a second person', schema: waitingSchema },
    },
    handle: ({ caller, server_url, headers, body }) => {
      const { amount, amount_minor, idempotency_key, ...rest } = body;
      const key = keyOf(headers['idempotency-key'], idempotency_key).idempotency_key;
      const request = { ...rest, amount_minor: amountOf({ amount, amount_minor }).amount_minor as bigint };
      return answerOnce(caller, {
        key,
        create: async () => {
          const { payout, replayed } = await payouts.create(caller, request, {
            key: key ?? null,
            server_url,
          });
          return { payout, replayed, presented: await payouts.present(caller.ctx.db, payout) };
        },
        present: ({ presented }) => presented,
        waits: ({ payout }) => payout.status === 'awaiting_approval',
        isOver: ({ payout }) => payouts.isCreated(payout),
      });
    },
  }),
  route({
    operation_id: 'payouts.list',
    method: 'GET',
    path,
    tag,
    summary: 'List payouts, newest first',
    access: SCOPED,
    query: joi.object<payouts.PayoutFilter>({
      ...listFields('payout'),
      status: joi.string().valid(...payouts.STATUSES),
      provider: text(40),
      reference: text(100),
      origin: joi
        .string()
        .valid(...payouts.ORIGINS)
        .description('Whose money it is'),
      ...creationDays,
    }),
    responses: { 200: { description: 'Payouts', schema: listPageOf('payouts', payouts.schema) } },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('payouts', await payouts.list(ctx.db, scope, query), (rows) =>
        payouts.presentAll(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'payouts.get',
    method: 'GET',
    path: `${path}/{payout}`,
    tag,
    summary: 'One payout',
    access: SCOPED,
    responses: { 200: { description: 'The payout', schema: payouts.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await payouts.present(ctx.db, await payouts.get(ctx.db, scope, params.payout))),
  }),
  route({
    operation_id: 'payouts.listEvents',
    method: 'GET',
    path: `${path}/{payout}/events`,
    tag,
    summary: "A payout's timeline, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('event')),
    responses: {
      200: {
        description: 'Every transition with its cause',
        schema: pageOf('events', payouts.eventSchema),
      },
    },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('events', await payouts.listEvents(ctx.db, scope, params.payout, query), (events) =>
        payouts.presentEvents(ctx.db, events),
      ),
  }),
  route({
    operation_id: 'payouts.sync',
    method: 'POST',
    path: `${path}/{payout}/sync`,
    tag,
    summary: 'Query the provider now for the status of a payout',
    description:
      'A payout that is still held is sent, if payouts are enabled; of one that was sent the provider is asked. While another process does so, the answer is the payout as it is.',
    access: SCOPED,
    responses: { 200: { description: 'The payout in its new state', schema: payouts.schema } },
    handle: async ({ ctx, caller, params }) =>
      ok(await payouts.present(ctx.db, await payouts.sync(caller, params.payout))),
  }),
  route({
    operation_id: 'payouts.cancel',
    method: 'POST',
    path: `${path}/{payout}/cancel`,
    tag,
    summary: 'Cancel a payout before it is sent',
    description:
      'One that waits for a second person is cancelled by whoever requested it, by an admin or by the owner; what a movement of a cooperative sends by an admin or the owner.',
    access: SCOPED,
    responses: { 200: { description: 'The cancelled payout', schema: payouts.schema } },
    handle: async ({ ctx, caller, params }) =>
      ok(await payouts.present(ctx.db, await payouts.cancel(caller, params.payout))),
  }),
  route({
    operation_id: 'payouts.mark',
    method: 'POST',
    path: `${path}/{payout}/mark`,
    tag,
    summary: 'Record how a payout ended that is unknown, or is paid by hand; a second person confirms it',
    access: { kind: 'staff', roles: ANY_STAFF },
    body: joi.object<payouts.Marking>({
      status: joi
        .string()
        .valid(...payouts.MARKED_OUTCOMES)
        .required(),
      note: text(500).required().description('How it is known'),
    }),
    responses: {
      202: {
        description: 'The payout as it is; the change waits for a second person',
        schema: waitingSchema,
      },
    },
    handle: async ({ ctx, caller, params, body }) => {
      const { payout, approval_id } = await payouts.requestMark(caller, params.payout, body);
      return { status: 202, body: { ...(await payouts.present(ctx.db, payout)), approval_id } };
    },
  }),
  route({
    operation_id: 'projects.providers.getPayouts',
    method: 'GET',
    path: settings_path,
    tag: 'Projects',
    summary: 'Whether a provider may pay out, and how much',
    errors: ['UNPROCESSABLE'],
    access: { kind: 'project', roles: ANY_STAFF },
    params: { provider: providerName },
    query: joi.object<{ environment: Environment }>({ environment: environment.default('test') }),
    responses: { 200: { description: 'The settings', schema: payouts.settingsSchema } },
    handle: async ({ ctx, project, params, query }) => {
      const scope = projectScope(project, query.environment);
      return ok(payouts.presentSettings(await payouts.getSettings(ctx.db, scope, params.provider)));
    },
  }),
  route({
    operation_id: 'projects.providers.putPayouts',
    method: 'PUT',
    path: settings_path,
    tag: 'Projects',
    summary: 'Turn the payouts of a provider on or off, and limit them',
    description:
      'Turning them off takes effect at once: nothing is sent any more, and what is under way is only asked for. Under strict approvals, what allows more waits for a second person.',
    second_factor: true,
    access: { kind: 'project', roles: ['owner'] },
    params: { provider: providerName },
    body: joi.object<payouts.WantedTerms & { environment: Environment }>({
      environment: environment.required(),
      enabled: joi.boolean().required(),
      max_minor: amountMinor
        .allow(null)
        .description('Of one payout, whatever its currency; null: no limit; left out: as it is'),
      daily_max_minor: amountMinor
        .allow(null)
        .description('Of the payouts of a UTC day in each currency; null: no limit; left out: as it is'),
      approval_above_minor: minorFromZero
        .allow(null)
        .description('A larger payout waits for a second person; null: none does; left out: as it is'),
    }),
    responses: {
      200: { description: 'The settings', schema: payouts.settingsSchema },
      202: {
        description: 'The settings as they are; the change waits for a second person',
        schema: payouts.settingsSchema,
      },
    },
    handle: async ({ ctx, project, actor, params, body: { environment: chosen, ...terms } }) => {
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      const { settings, approval_id } = await payouts.putSettings(caller, params.provider, terms);
      return okOrWaiting(payouts.presentSettings(settings), approval_id);
    },
  }),
];
