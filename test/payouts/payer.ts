/** A merchant that pays out by the sandbox, and what it has. */
import { vi } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import { sandbox } from '../../domain/payments/providers/sandbox.ts';
import {
  fund,
  inProject,
  must,
  projectOf,
  quickPerson,
  type Client,
  type Person,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';

/** Phones by what the sandbox makes of a payout to them. */
export const PAID = '+254712345789';
export const REFUSED = '+254712345039';
export const NO_RESULT = '+254712345129';

export const PAYOUTS = '/api/v1/payouts';

export interface Payer {
  service: TestService;
  project: Project;
  /** Of the scopes `payouts` and `read`. */
  key: Client;
}

/** A project with that much in KES, major units, whose owner has enabled payouts. */
export async function newPayer(service: TestService, amount = 1_000, terms: object = {}): Promise<Payer> {
  const project = await projectOf(await quickPerson(service), service.anyone);
  if (amount > 0) await fund(service, project, amount);
  const payer = { service, project, key: await keyOf(service, project, ['payouts', 'read']) };
  must(await setTerms(payer, terms));
  return payer;
}

export async function keyOf({ anyone }: TestService, project: Project, scopes: string[]): Promise<Client> {
  const { body } = must(
    await project.owner.client.post(`/api/projects/${project.id}/api-keys`, {
      environment: 'test',
      name: 'pays',
      scopes,
    }),
  );
  return anyone.with({ 'x-api-key': body.key });
}

export function setTerms(
  { project: { id, owner } }: Pick<Payer, 'project'>,
  terms: object = {},
  provider = 'sandbox',
): Promise<Reply> {
  const body = { environment: 'test', enabled: true, ...terms };
  return owner.client.put(`/api/projects/${id}/providers/${provider}/payouts`, body);
}

export function payoutBody(amount: string, overrides: object = {}): Record<string, unknown> {
  return {
    provider: 'sandbox',
    amount,
    currency: 'KES',
    to: { phone: PAID },
    reference: crypto.randomUUID(),
    ...overrides,
  };
}

export function pay({ key }: Payer, amount: string, overrides: object = {}): Promise<Reply> {
  return key.post(PAYOUTS, payoutBody(amount, overrides));
}

export async function paying(payer: Payer, amount: string, overrides: object = {}): Promise<string> {
  return must(await pay(payer, amount, overrides)).body.id;
}

export async function read({ key }: Pick<Payer, 'key'>, id: string): Promise<Reply['body']> {
  return must(await key.get(`${PAYOUTS}/${id}`)).body;
}

/** What is due, as a worker does it. @returns the payout as it then stands */
export async function work(payer: Payer, id: string): Promise<Reply['body']> {
  await payouts.process(payer.service.ctx, id);
  return read(payer, id);
}

/** The merchant's available balance, and what the provider holds without what is on its way, in minor units. */
export async function moneyOf({
  key,
}: Payer): Promise<{ available: number; clearing: number; held: number }> {
  const account = async (kind: string) =>
    must(await key.get(`/api/v1/ledger/accounts?kind=${kind}&currency=KES`)).body.accounts[0];
  const merchant = await account('merchant_available');
  const clearing = await account('provider_clearing');
  return {
    available: merchant?.available_minor ?? 0,
    held: merchant?.debits_pending_minor ?? 0,
    clearing: clearing?.balance_minor ?? 0,
  };
}

/** Somebody of the project's staff. */
export async function colleague(
  { service, project }: Payer,
  role: string,
): Promise<Person & { session: Client }> {
  const person = await quickPerson(service);
  must(await project.owner.client.post(`/api/projects/${project.id}/staff`, { email: person.email, role }));
  const { body } = must(await person.client.get('/api/auth/invitations'));
  for (const { id } of body.invitations) must(await person.client.post(`/api/auth/invitations/${id}/accept`));
  return { ...person, session: inProject(person, project.id, 'test') };
}

/** What the provider is asked, and may be made to answer otherwise. */
export function watchSandbox() {
  return { send: vi.spyOn(sandbox.payouts, 'send'), fetch: vi.spyOn(sandbox.payouts, 'fetch') };
}
