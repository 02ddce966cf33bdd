/** Messages to members, the outbox of the sandbox, and what members want to be told. */
import joi from 'joi';
import {
  CHANNELS,
  getNotification,
  LANGUAGES,
  listNotifications,
  messageTemplates,
  preferences,
  listOutbox,
  NOTIFICATION_STATUSES,
  notificationSchema,
  presentNotification,
  presentOutboxMessage,
  type NotificationFilter,
} from '../../domain/messages/index.ts';
import { id } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'Messages';

const filters = {
  member_id: id('member'),
  channel: joi.string().valid(...CHANNELS),
  template: joi.string().valid(...messageTemplates.NAMES),
};

export const notificationRoutes = [
  route({
    operation_id: 'notifications.list',
    method: 'GET',
    path: '/api/v1/notifications',
    tag,
    summary: 'Messages to members, newest first',
    access: SCOPED,
    query: joi.object<NotificationFilter>({
      ...listFields('notification'),
      ...filters,
      status: joi.string().valid(...NOTIFICATION_STATUSES),
    }),
    responses: {
      200: { description: 'Messages', schema: listPageOf('notifications', notificationSchema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('notifications', await listNotifications(ctx.db, scope, query), presentNotification),
  }),
  route({
    operation_id: 'notifications.get',
    method: 'GET',
    path: '/api/v1/notifications/{notification}',
    tag,
    summary: 'One message',
    access: SCOPED,
    responses: { 200: { description: 'The message', schema: notificationSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentNotification(await getNotification(ctx.db, scope, params.notification))),
  }),
  route({
    operation_id: 'sandbox.outbox',
    method: 'GET',
    path: '/api/v1/sandbox/outbox',
    tag,
    summary: 'What the sandbox has sent, newest first, secrets included; only in the test environment',
    access: SCOPED,
    errors: ['UNPROCESSABLE'],
    // It shows secrets, which belong in no file.
    csv: false,
    query: joi.object<Omit<NotificationFilter, 'status'>>({ ...listFields('notification'), ...filters }),
    responses: {
      200: { description: 'Messages', schema: listPageOf('notifications', notificationSchema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('notifications', await listOutbox(ctx.db, scope, query), (row) =>
        presentOutboxMessage(ctx, row),
      ),
  }),
  route({
    operation_id: 'sacco.members.preferences.get',
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/preferences',
    tag,
    summary: 'What a member wants to be told',
    access: SCOPED,
    responses: { 200: { description: 'The preferences', schema: preferences.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(preferences.present(await preferences.get(ctx.db, scope, params.member))),
  }),
  route({
    operation_id: 'sacco.members.preferences.put',
    method: 'PUT',
    path: '/api/v1/sacco/members/{member}/preferences',
    tag,
    summary: 'Say what a member wants to be told; what is left out stays',
    description:
      'Who opts out gets nothing more on that channel, not even what is queued: it is `suppressed`.',
    access: SCOPED,
    body: joi
      .object<preferences.Change>({
        language: joi.string().valid(...LANGUAGES),
        sms: joi.boolean().strict(),
        email: joi.boolean().strict(),
      })
      .min(1),
    responses: { 200: { description: 'The preferences', schema: preferences.schema } },
    handle: async ({ caller, params, body }) =>
      ok(preferences.present(await preferences.set(caller, params.member, body))),
  }),
];
