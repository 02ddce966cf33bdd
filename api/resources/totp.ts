/** The caller's second factor. */
import joi from 'joi';
import { totp } from '../../domain/staff/index.ts';
import { totpCode } from '../fields.ts';
import { ok, route } from '../http/route.ts';

const tag = 'Sign-in';
const path = '/api/auth/totp';

export const totpRoutes = [
  route({
    operation_id: 'auth.totp.get',
    method: 'GET',
    path,
    tag,
    summary: 'Whether the caller has a second factor',
    access: { kind: 'user' },
    responses: { 200: { description: 'The second factor', schema: totp.statusSchema } },
    handle: async ({ ctx, user }) => ok(await totp.read(ctx.db, user)),
  }),
  route({
    operation_id: 'auth.totp.begin',
    method: 'POST',
    path,
    tag,
    summary: 'Get the secret of a second factor (TOTP, RFC 6238); a code confirms it',
    access: { kind: 'user' },
    responses: { 200: { description: 'The secret; it is shown only once', schema: totp.enrolmentSchema } },
    handle: async ({ ctx, user }) => ok(await totp.begin(ctx, user)),
  }),
  route({
    operation_id: 'auth.totp.confirm',
    method: 'POST',
    path: `${path}/confirm`,
    tag,
    summary: 'Enable the second factor with a code from the app; ends every other session',
    access: { kind: 'user' },
    throttled: 'sign_in',
    body: joi.object<{ code: string }>({ code: totpCode.required() }),
    responses: { 200: { description: 'Enabled', schema: totp.statusSchema } },
    handle: async ({ ctx, client, user, token, body }) =>
      ok(await totp.confirm({ ctx, user, client }, { code: body.code, token })),
  }),
  route({
    operation_id: 'auth.totp.disable',
    method: 'POST',
    path: `${path}/disable`,
    tag,
    summary: 'Disable the second factor',
    access: { kind: 'user' },
    throttled: 'sign_in',
    body: joi.object<{ password: string; code: string }>({
      password: joi.string().max(200).required(),
      code: totpCode.required(),
    }),
    responses: { 200: { description: 'Disabled', schema: totp.statusSchema } },
    handle: async ({ ctx, client, user, body }) => ok(await totp.disable({ ctx, user, client }, body)),
  }),
];
