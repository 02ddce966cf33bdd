/** Customers with wallets, and the money and limits that they need. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../core/ids.ts';
import { postPendingPayments } from '../../domain/payments/index.ts';
import { must, paymentBody, type Project } from './people.ts';
import type { TestService } from './service.ts';

export interface CustomerFacts {
  kyc_tier?: number;
  status?: 'active' | 'frozen' | 'closed';
}

/** A customer of that tier. */
export async function createCustomer(
  service: TestService,
  project: Project,
  facts: CustomerFacts = {},
): Promise<string> {
  const id = newId('customer');
  const now = new Date();
  await service.ctx.db('customers').insert({
    id,
    project_id: project.id,
    environment: 'test',
    kind: 'individual',
    full_name: 'Almaz Bekele',
    phone: `+2547${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`,
    kyc_tier: 1,
    created_at: now,
    updated_at: now,
    ...facts,
  });
  return id;
}

export async function openWallet(project: Project, customer_id: string, currency = 'KES'): Promise<string> {
  const { body } = must(await project.key.post(`/api/v1/customers/${customer_id}/wallets`, { currency }));
  return body.id;
}

export async function customerWithWallet(service: TestService, project: Project): Promise<string> {
  const id = await createCustomer(service, project);
  await openWallet(project, id);
  return id;
}

/** Brings the merchant money, by a payment that is booked. */
export async function fund(service: TestService, project: Project, amount: number): Promise<void> {
  must(await project.key.post('/api/v1/payments', paymentBody({ amount })));
  await postPendingPayments(service.ctx);
}

/** Replaces the limits of tier 1 in KES, in minor units. */
export async function limit(
  service: TestService,
  project: Project,
  limits: { max_balance_minor?: number; max_single_minor?: number; max_daily_out_minor?: number },
): Promise<void> {
  const key = { project_id: project.id, environment: 'test', tier: 1, currency: 'KES' };
  const { db } = service.ctx;
  await db('kyc_limits').where(key).delete();
  if (Object.keys(limits).length > 0) await db('kyc_limits').insert({ ...key, ...limits });
}

/** The wallet's balance and what is available, in minor units. */
export async function balanceOf(project: Project, customer_id: string, currency = 'KES'): Promise<number> {
  const { body } = must(await project.key.get(`/api/v1/customers/${customer_id}/wallets`));
  const wallet = body.wallets.find((each: { currency: string }) => each.currency === currency);
  return wallet.balance_minor;
}
