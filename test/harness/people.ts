/** Users, projects and keys, made through the API. */
import { randomBytes, randomInt } from 'node:crypto';
import { Client, type Reply } from './client.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
  /** With the session's token, and no project. */
  client: Client;
}

export interface Project {
  id: string;
  owner: Person;
  /** The owner's session in the test and the live environment. */
  session: Client;
  live_session: Client;
  /** API keys of either environment. */
  key: Client;
  live_key: Client;
}

/** Fails the test when the answer is not a success. */
export function must(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply;
}

export async function registerPerson(anyone: Client): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  const password = randomBytes(12).toString('hex');
  const { body } = must(await anyone.post('/api/auth/register', { email, password, name: 'Test Person' }));
  return {
    id: body.user.id,
    email,
    password,
    client: anyone.with({ authorization: `Bearer ${body.token}` }),
  };
}

export async function createProject(anyone: Client): Promise<Project> {
  const owner = await registerPerson(anyone);
  const { body: project } = must(await owner.client.post('/api/projects', { name: 'Test cooperative' }));
  return {
    id: project.id,
    owner,
    session: inProject(owner, project.id, 'test'),
    live_session: inProject(owner, project.id, 'live'),
    key: await issueKey(anyone, owner, project.id, 'test'),
    live_key: await issueKey(anyone, owner, project.id, 'live'),
  };
}

/** A person's session with the headers that say where. */
export function inProject(
  person: Pick<Person, 'client'>,
  project_id: string,
  environment: 'test' | 'live',
): Client {
  return person.client.with({ 'x-service-project': project_id, 'x-service-environment': environment });
}

export async function issueKey(
  anyone: Client,
  manager: Person,
  project_id: string,
  environment: 'test' | 'live',
): Promise<Client> {
  const { body } = must(
    await manager.client.post(`/api/projects/${project_id}/api-keys`, { environment, name: 'test' }),
  );
  return anyone.with({ 'x-api-key': body.key });
}

/** Registers someone and puts them on the project's staff. */
export async function addStaff(
  anyone: Client,
  project: Project,
  role: 'maker' | 'checker' | 'admin',
): Promise<Person> {
  const person = await registerPerson(anyone);
  must(await project.owner.client.post(`/api/projects/${project.id}/staff`, { email: person.email, role }));
  return person;
}

/**
 * Moves the clock of the project's test environment. It never goes back, and goes at most ten years ahead at once: days that
 * tests name are of the years 2034 to 2036, so that they pass on any day until then (test/test-clock-days.test.ts).
 * @param now RFC 3339
 */
export async function setTestClock({ id, owner }: Project, now: string): Promise<void> {
  must(await owner.client.post(`/api/projects/${id}/test-clock`, { now }));
}

/**
 * Moves the project's test clock to a coming noon, so that no midnight, at which the limits of a day begin anew, falls into
 * the test.
 */
export async function moveToNoon(project: Project): Promise<Date> {
  const noon = new Date(Date.now() + 86_400_000);
  noon.setUTCHours(12, 0, 0, 0);
  await setTestClock(project, noon.toISOString());
  return noon;
}

/** Moves the project's test clock to the 10th of the next month: a month later, one month has ended, whatever the day is now. */
export async function moveToTenth(project: Project): Promise<void> {
  const now = new Date();
  await setTestClock(
    project,
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12)).toISOString(),
  );
}

/** A payment's body; the phone's last digits choose the sandbox's outcome. */
export function paymentBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    provider: 'sandbox',
    amount: 150.5,
    currency: 'KES',
    reference: `ref-${randomBytes(8).toString('hex')}`,
    customer_phone: '+254712345789',
    ...overrides,
  };
}

/** A customer's body, with a phone of its own. */
export function customerBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { full_name: 'Test Customer', phone: newPhone(), ...overrides };
}

/** Digits after `+2517` and the like. */
const PHONE_DIGITS = 8;
/** Counted, not drawn: among a hundred random numbers two may well be the same. */
let phones = randomInt(9_000_000);

/** Another one each time. @param end means nothing to the sandbox unless it is given */
export function newPhone(start = '+2517', end = '6'): string {
  phones += 1;
  const first = 10 ** (PHONE_DIGITS - end.length - 1);
  return `${start}${first + (phones % (9 * first))}${end}`;
}
