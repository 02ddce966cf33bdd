/** People and projects stored without the cost of hashing a password well: where signing in itself is not the matter. */
import { scryptSync } from 'node:crypto';
import { hashToken, newToken } from '../../core/crypto.ts';
import { newId } from '../../core/ids.ts';
import type { Client } from './client.ts';
import { inProject, issueKey, must, type Person, type Project } from './people.ts';
import type { TestService } from './service.ts';

const QUICK_PASSWORD = 'correct horse battery';
const QUICK_SALT = Buffer.from('salt');

/** A registered, signed-in user whose password is hashed at the lowest cost, where the hashing itself is not the matter. */
export async function quickPerson(at: TestService): Promise<Person> {
  const id = newId('user');
  const email = `${crypto.randomUUID()}@example.org`;
  const [N, r, p] = [2, 1, 1];
  const hash = scryptSync(QUICK_PASSWORD, QUICK_SALT, 32, { N, r, p });
  const password_hash = ['scrypt', N, r, p, QUICK_SALT.toString('base64'), hash.toString('base64')].join('$');
  await at.ctx.db('users').insert({ id, email, name: 'Test Person', password_hash });
  return { id, email, password: QUICK_PASSWORD, client: await openSession(at, id) };
}

/** A session as signing in opens one. */
export async function openSession(at: TestService, user_id: string): Promise<Client> {
  const token = newToken('ush_sess_');
  const expires_at = new Date(Date.now() + 3_600_000);
  await at.ctx.db('sessions').insert({ token_hash: hashToken(token), user_id, expires_at });
  return at.anyone.with({ authorization: `Bearer ${token}` });
}

/** One more project of the same owner: faster than `createProject`, whose owner's password has to be hashed. */
export async function projectOf(owner: Person, anyone: Client): Promise<Project> {
  const { body } = must(await owner.client.post('/api/projects', { name: 'Test cooperative' }));
  return {
    id: body.id,
    owner,
    session: inProject(owner, body.id, 'test'),
    live_session: inProject(owner, body.id, 'live'),
    key: await issueKey(anyone, owner, body.id, 'test'),
    live_key: await issueKey(anyone, owner, body.id, 'live'),
  };
}
