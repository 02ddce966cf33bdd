/** Registration, sign-in and sessions. */
import joi from 'joi';
import { MAX_LIMIT } from '../../db/page.ts';
import {
  changePassword,
  listProjectsOf,
  presentUser,
  register,
  signIn,
  signOut,
  type UserRow,
} from '../../domain/staff/index.ts';
import { created, ok, route } from '../http/route.ts';
import { text } from '../fields.ts';
import { arrayOf, boolean, dateTime, object, string } from '../openapi/schemas.ts';

const tag = 'Sign-in';
/** Long passwords only cost hashing time; nobody remembers more than this. */
const password = joi.string().min(10).max(200);
const email = joi.string().email({ tlds: false }).max(254);

const user = object({ id: string, email: string, name: string, operator: boolean, created_at: dateTime });
const session = object({ user, token: string, expires_at: dateTime });

interface Credentials {
  email: string;
  password: string;
}

function presentSession({ user, token, expires_at }: { user: UserRow; token: string; expires_at: Date }) {
  return { user: presentUser(user), token, expires_at };
}

export const authRoutes = [
  route<'none', object, Credentials & { name: string }>({
    method: 'POST',
    path: '/api/auth/register',
    tag,
    summary: 'Register a user and sign in',
    access: { kind: 'none' },
    throttled: true,
    body: joi.object({ email: email.required(), password: password.required(), name: text(200).required() }),
    responses: { 201: { description: 'The user and a session', schema: session } },
    errors: ['FORBIDDEN'],
    handle: async ({ ctx, body }) => created(presentSession(await register(ctx, body))),
  }),
  route<'none', object, Credentials>({
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Sign in',
    access: { kind: 'none' },
    throttled: true,
    body: joi.object({ email: email.required(), password: joi.string().max(200).required() }),
    responses: { 200: { description: 'The user and a session', schema: session } },
    errors: ['UNAUTHORIZED'],
    handle: async ({ ctx, body }) => ok(presentSession(await signIn(ctx, body))),
  }),
  route<'user'>({
    method: 'POST',
    path: '/api/auth/logout',
    tag,
    summary: 'End the session',
    access: { kind: 'user' },
    responses: { 204: { description: 'Ended' } },
    handle: async ({ ctx, token }) => {
      await signOut(ctx, token);
      return { status: 204 };
    },
  }),
  route<'user', object, { current_password: string; new_password: string }>({
    method: 'POST',
    path: '/api/auth/password',
    tag,
    summary: 'Change the password; ends every other session',
    access: { kind: 'user' },
    throttled: true,
    body: joi.object({
      current_password: joi.string().max(200).required(),
      new_password: password.required(),
    }),
    responses: { 200: { description: 'The user and a new session', schema: session } },
    handle: async ({ ctx, user, body }) => ok(presentSession(await changePassword(ctx, user, body))),
  }),
  route<'user'>({
    method: 'GET',
    path: '/api/auth/me',
    tag,
    summary: 'Who am I, and in which projects',
    access: { kind: 'user' },
    responses: {
      200: {
        description: 'The user and the projects with the role in each',
        schema: object({ user, projects: arrayOf(object({ id: string, name: string, role: string })) }),
      },
    },
    handle: async ({ ctx, user }) =>
      ok({
        user: presentUser(user),
        // Who has more is shown the newest here, and all of them page by page among the projects.
        projects: (await listProjectsOf(ctx.db, user.id, { limit: MAX_LIMIT })).items.map(
          ({ id, name, role }) => ({ id, name, role }),
        ),
      }),
  }),
];
