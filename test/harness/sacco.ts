/** A SACCO to test with: its staff, its settings, and members who have passed KYC. */
import { randomBytes } from 'node:crypto';
import type { Client } from './client.ts';
import { customerBody, inProject, must, type Person, type Project } from './people.ts';
import { projectOf, quickPerson } from './quick-people.ts';
import type { TestService } from './service.ts';

export interface Sacco {
  project: Project;
  /** Sessions in the test environment, by role. */
  maker: Client;
  checker: Client;
  admin: Client;
  /** The same people. */
  people: Record<'maker' | 'checker' | 'admin', Person>;
}

export async function createSacco(service: TestService, settings: object = {}): Promise<Sacco> {
  const project = await projectOf(await quickPerson(service), service.anyone);
  const people = {
    maker: await staffOf(service, project, 'maker'),
    checker: await staffOf(service, project, 'checker'),
    admin: await staffOf(service, project, 'admin'),
  };
  const session = (role: keyof typeof people): Client => inProject(people[role], project.id, 'test');
  must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES', ...settings }));
  return { project, people, maker: session('maker'), checker: session('checker'), admin: session('admin') };
}

async function staffOf(service: TestService, project: Project, role: string): Promise<Person> {
  const person = await quickPerson(service);
  must(await project.owner.client.post(`/api/projects/${project.id}/staff`, { email: person.email, role }));
  return person;
}

/** The id of a customer who was verified at tier 1. */
export async function newCustomer({ key }: Pick<Project, 'key'>): Promise<string> {
  const full_name = `Member ${randomBytes(3).toString('hex')}`;
  const { body } = must(await key.post('/api/v1/customers', customerBody({ full_name })));
  must(await key.post(`/api/v1/customers/${body.id}/kyc`, { decision: 'approve', tier: 1 }));
  return body.id;
}

/** A member's id. */
export async function newMember(
  { project }: { project: Pick<Project, 'key'> },
  body: object = {},
): Promise<string> {
  const customer_id = await newCustomer(project);
  const reply = must(await project.key.post('/api/v1/sacco/members', { customer_id, ...body }));
  return reply.body.id;
}

/** A movement's body with a key of its own. */
export function moving(amount_minor: number, more: object = {}): object {
  return { amount_minor, idempotency_key: randomBytes(9).toString('base64url'), ...more };
}

/** What the ledger says that a member holds, in minor units, by account kind. */
export async function held(key: Client, member_id: string): Promise<Record<string, number>> {
  const { body } = must(await key.get(`/api/v1/sacco/members/${member_id}`));
  return { savings: body.savings_minor, shares: body.shares_minor };
}
