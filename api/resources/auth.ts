/** Registration, sign-in and sign-out. */
import joi from 'joi';
import { MAX_LIMIT } from '../../db/page.ts';
import { sessions, users } from '../../domain/staff/index.ts';
import { created, noContent, ok, route } from '../http/route.ts';
import { email, password, text, totpCode } from '../fields.ts';

const tag = 'Sign-in';
interface Credentials {
  email: string;
  password: string;
}

export const authRoutes = [
  route({
    operation_id: 'auth.register',
    method: 'POST',
    path: '/api/auth/register',
    tag,
    summary: 'Register a user and sign in',
    access: { kind: 'none' },
    throttled: 'registration',
    body: joi.object<Credentials & { name: string }>({
      email: email.required(),
      password: password.required(),
      name: text(200).required(),
    }),
    responses: { 201: { description: 'The user and a session', schema: users.sessionSchema } },
    errors: ['FORBIDDEN'],
    handle: async ({ ctx, client, body }) =>
      created(users.presentSession(await users.register(ctx, body, client))),
  }),
  route({
    operation_id: 'auth.login',
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Sign in',
    access: { kind: 'none' },
    throttled: 'sign_in',
    description: 'If the user has a second factor, the answer is 401 `totp_required` without a valid `code`.',
    body: joi.object<Credentials & { code?: string }>({
      email: email.required(),
      password: joi.string().max(200).required(),
      code: totpCode,
    }),
    responses: { 200: { description: 'The user and a session', schema: users.sessionSchema } },
    errors: ['UNAUTHORIZED'],
    handle: async ({ ctx, client, body }) => ok(users.presentSession(await users.signIn(ctx, body, client))),
  }),
  route({
    operation_id: 'auth.logout',
    method: 'POST',
    path: '/api/auth/logout',
    tag,
    summary: 'End the session',
    access: { kind: 'user' },
    responses: { 204: { description: 'Ended' } },
    handle: ({ ctx, token }) => noContent(sessions.signOut(ctx, token)),
  }),
  route({
    operation_id: 'auth.me',
    method: 'GET',
    path: '/api/auth/me',
    tag,
    summary: 'The signed-in user and their projects',
    access: { kind: 'user' },
    responses: {
      200: { description: 'The user and the projects with the role in each', schema: users.meSchema },
    },
    handle: async ({ ctx, user }) => {
      // A user with more projects gets the newest here; the list of projects has all of them, page by page.
      const { items } = await users.listProjectsOf(ctx.db, user.id, { limit: MAX_LIMIT });
      return ok(users.presentMe(user, items));
    },
  }),
];
