/** The demo of a first start: a project with two users and a test key, and a `curl` that uses the key. */
import { randomBytes } from 'node:crypto';
import { markDemo } from '../domain/demo/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { apiKeys, projects, staffMembers, users } from '../domain/staff/index.ts';

export interface SignIn {
  email: string;
  password: string;
}

export interface Demo {
  owner: SignIn;
  /** Approves or rejects what the owner requests. */
  checker: SignIn;
  key: string;
}

const OWNER_EMAIL = 'demo@ushirika.example';
export const CHECKER_EMAIL = 'checker@ushirika.example';

/** Creates the demo project if there is no user yet. @returns null if there is one */
export async function createDemo(ctx: Context): Promise<Demo | null> {
  return ctx.db.transaction(async (trx) => {
    // If two processes start at the same time, only one may find no user.
    await trx.raw('lock table users in share row exclusive mode');
    if (await trx('users').first()) return null;
    const owner = { email: OWNER_EMAIL, password: newPassword() };
    const checker = { email: CHECKER_EMAIL, password: newPassword() };
    const user = await users.create(trx, { ...owner, name: 'Demo owner', operator: true });
    const second = await users.create(trx, { ...checker, name: 'Demo checker' });
    const project = await projects.create(trx, user, 'Demo cooperative');
    const actor = { type: 'user', id: user.id } as const;
    // Added without an invitation, even where they are required: nobody could accept one before the first sign-in.
    const config = { ...ctx.config, staff_invitations: false };
    const caller = { ctx: { ...ctx, config, db: trx }, project, actor };
    await staffMembers.put(caller, { email: CHECKER_EMAIL, role: 'checker' });
    await markDemo(trx, project.id, second.id);
    const { key } = await apiKeys.create(caller, { environment: 'test', name: 'Demo test key' });
    return { owner, checker, key };
  });
}

export function newPassword(): string {
  return randomBytes(12).toString('base64url');
}

export function describeDemo({ owner, checker, key }: Demo, url: string): string {
  return `A demo project was created. These credentials are shown only once:
  sign-in   ${owner.email}     ${owner.password}   (owner, and platform operator for the board)
  checker   ${checker.email}  ${checker.password}   (approves or rejects what the owner requests)
  test key  ${key}

Sign in at ${url}/ and fill it with a year of a cooperative there, or with: npm run demo

Make a payment:
  curl -s ${url}/api/v1/payments -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '{"provider":"sandbox","amount":150.5,"currency":"KES","reference":"order-1","customer_phone":"+254712345678"}'
`;
}
