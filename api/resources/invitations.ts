/** The caller's invitations to the staff of projects. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { invitations, users } from '../../domain/staff/index.ts';
import { pageFields } from '../fields.ts';
import { listOf, noContent, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Sign-in';
const path = '/api/auth/invitations';

export const invitationRoutes = [
  route({
    operation_id: 'auth.invitations.list',
    method: 'GET',
    path,
    tag,
    summary: "The caller's unanswered invitations, newest first",
    access: { kind: 'user' },
    query: joi.object<PageRequest>(pageFields('invitation')),
    responses: { 200: { description: 'Invitations', schema: pageOf('invitations', invitations.schema) } },
    handle: async ({ ctx, user, query }) =>
      listOf('invitations', await invitations.list(ctx.db, user.id, query), invitations.present),
  }),
  route({
    operation_id: 'auth.invitations.accept',
    method: 'POST',
    path: `${path}/{invitation}/accept`,
    tag,
    summary: 'Accept an invitation; the caller joins the staff of the project',
    description: 'Needs a second factor if the project requires one.',
    access: { kind: 'user' },
    responses: { 200: { description: 'The project', schema: users.userProjectSchema } },
    handle: async ({ ctx, user, params }) =>
      ok(users.presentUserProject(await invitations.accept(ctx, { user, id: params.invitation }))),
  }),
  route({
    operation_id: 'auth.invitations.decline',
    method: 'POST',
    path: `${path}/{invitation}/decline`,
    tag,
    summary: 'Decline an invitation',
    access: { kind: 'user' },
    responses: { 204: { description: 'Declined' } },
    handle: ({ ctx, user, params }) => noContent(invitations.decline(ctx, { user, id: params.invitation })),
  }),
];
