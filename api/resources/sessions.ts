/** The caller's own sessions. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { sessions } from '../../domain/staff/index.ts';
import { pageFields } from '../fields.ts';
import { listOf, noContent, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Sign-in';
const path = '/api/auth/sessions';

export const sessionRoutes = [
  route({
    operation_id: 'auth.sessions.list',
    method: 'GET',
    path,
    tag,
    summary: "The caller's active sessions, newest first",
    access: { kind: 'user' },
    query: joi.object<PageRequest>(pageFields('session')),
    responses: { 200: { description: 'Sessions', schema: pageOf('sessions', sessions.schema) } },
    handle: async ({ ctx, user, token, query }) =>
      listOf('sessions', await sessions.list(ctx, user.id, query), (row) => sessions.present(row, token)),
  }),
  route({
    operation_id: 'auth.sessions.revoke',
    method: 'DELETE',
    path: `${path}/{session}`,
    tag,
    summary: 'End a session',
    access: { kind: 'user' },
    responses: { 204: { description: 'Ended' } },
    handle: ({ ctx, user, params }) =>
      noContent(sessions.revoke(ctx, { user_id: user.id, id: params.session })),
  }),
  route({
    operation_id: 'auth.sessions.revokeAll',
    method: 'DELETE',
    path,
    tag,
    summary: 'End all sessions of the caller, including this one',
    access: { kind: 'user' },
    responses: { 204: { description: 'Ended' } },
    handle: ({ ctx, user }) => noContent(sessions.revokeAll(ctx, user.id)),
  }),
];
