/** People and projects stored without asking the API: where signing in itself is not the matter. */
import { hashPassword, hashToken, newToken } from '../../core/crypto.ts';
import { newId } from '../../core/ids.ts';
import type { Client } from './client.ts';
import { inProject, issueKey, must, type Person, type Project } from './people.ts';
import type { TestService } from './service.ts';

const QUICK_PASSWORD = 'correct horse battery';

/** A registered, signed-in user, stored without asking the API. */
export async function quickPerson(at: TestService): Promise<Person> {
  const id = newId('user');
  const email = `${crypto.randomUUID()}@example.org`;
  const password_hash = await hashPassword(QUICK_PASSWORD);
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

/** One more project of the same owner. */
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
