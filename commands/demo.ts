/** What a newcomer finds at the first start: a project with an owner and a test key, and a `curl` that uses it. */
import { randomBytes } from 'node:crypto';
import type { Context } from '../domain/platform/context.ts';
import { createApiKey, createProject, createUser } from '../domain/staff/index.ts';

export interface Demo {
  email: string;
  password: string;
  key: string;
}

const EMAIL = 'demo@ushirika.example';

/** Creates the demo project when there is no user at all yet. @returns null when there is */
export async function createDemo(ctx: Context): Promise<Demo | null> {
  return ctx.db.transaction(async (trx) => {
    // Of two processes started at once only one may find no user.
    await trx.raw('lock table users in share row exclusive mode');
    if (await trx('users').first()) return null;
    const password = randomBytes(12).toString('base64url');
    const owner = await createUser(trx, { email: EMAIL, password, name: 'Demo owner', operator: true });
    const project = await createProject(trx, owner, 'Demo cooperative');
    const { key } = await createApiKey(trx, project, owner.id, {
      environment: 'test',
      name: 'Demo test key',
    });
    return { email: EMAIL, password, key };
  });
}

export function describeDemo(demo: Demo, url: string): string {
  return `A demo project was created. These are shown only now:
  sign-in   ${demo.email}  ${demo.password}   (owner, and platform operator for the board)
  test key  ${demo.key}

Make a payment:
  curl -s ${url}/api/v1/payments -H 'X-API-Key: ${demo.key}' -H 'Content-Type: application/json' \\
    -d '{"provider":"sandbox","amount":150.5,"currency":"KES","reference":"order-1","customer_phone":"+254712345678"}'
`;
}
