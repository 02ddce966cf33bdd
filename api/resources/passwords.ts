/** Changes and resets of passwords, and the verification of email addresses. */
import joi from 'joi';
import { object, oneOf } from '../../core/schema.ts';
import { passwords, users } from '../../domain/staff/index.ts';
import { email, password, totpCode } from '../fields.ts';
import { noContent, ok, route } from '../http/route.ts';

const tag = 'Sign-in';
/** Any text: a malformed token is answered like an unknown one. */
const token = joi.string().max(200);

export const passwordRoutes = [
  route({
    operation_id: 'auth.changePassword',
    method: 'POST',
    path: '/api/auth/password',
    tag,
    summary: 'Change the password; ends every other session',
    access: { kind: 'user' },
    throttled: 'sign_in',
    description: 'If the user has a second factor, `code` is required (403 `second_factor_required`).',
    body: joi.object<{ current_password: string; new_password: string; code?: string }>({
      current_password: joi.string().max(200).required(),
      new_password: password.required(),
      code: totpCode,
    }),
    responses: { 200: { description: 'The user and a new session', schema: users.sessionSchema } },
    handle: async ({ ctx, client, user, body }) =>
      ok(users.presentSession(await passwords.change({ ctx, user, client }, body))),
  }),
  route({
    operation_id: 'auth.forgotPassword',
    method: 'POST',
    path: '/api/auth/password/forgot',
    tag,
    summary: 'Request a one-time token to set a new password',
    description:
      'The answer is the same whether or not the email is registered. Without `SMTP_URL` the operator issues tokens.',
    access: { kind: 'none' },
    throttled: 'registration',
    body: joi.object<{ email: string }>({ email: email.required() }),
    responses: {
      202: {
        description: 'A token is sent if the email is registered',
        schema: object({ delivery: oneOf(passwords.RESET_DELIVERIES) }),
      },
    },
    handle: async ({ ctx, body }) => ({
      status: 202,
      body: { delivery: await passwords.forget(ctx, body.email) },
    }),
  }),
  route({
    operation_id: 'auth.resetPassword',
    method: 'POST',
    path: '/api/auth/password/reset',
    tag,
    summary: 'Set a new password with a one-time token; ends every session',
    access: { kind: 'none' },
    throttled: 'sign_in',
    body: joi.object<{ token: string; new_password: string }>({
      token: token.required(),
      new_password: password.required(),
    }),
    responses: { 204: { description: 'Set; sign in with the new password' } },
    handle: ({ ctx, client, body }) => noContent(passwords.reset(ctx, body, client)),
  }),
  route({
    operation_id: 'auth.sendVerification',
    method: 'POST',
    path: '/api/auth/email/send-verification',
    tag,
    summary: 'Send the verification e-mail again',
    access: { kind: 'user' },
    throttled: 'registration',
    responses: { 204: { description: 'Sent, unless the address is already confirmed' } },
    handle: ({ ctx, user }) => noContent(passwords.sendVerification(ctx, user)),
  }),
  route({
    operation_id: 'auth.verifyEmail',
    method: 'POST',
    path: '/api/auth/email/verify',
    tag,
    summary: 'Confirm the address with the token sent to it',
    access: { kind: 'none' },
    throttled: 'sign_in',
    body: joi.object<{ token: string }>({ token: token.required() }),
    responses: { 204: { description: 'Confirmed' } },
    handle: ({ ctx, body }) => noContent(passwords.verifyEmail(ctx, body.token)),
  }),
];
