/** Customers with wallets, and the money and limits that they need. */
import { postings } from '../../domain/payments/index.ts';
import { customerBody, must, paymentBody, type Project } from './people.ts';
import type { TestService } from './service.ts';

/** A customer of KYC tier 1, which lets them have a wallet. */
export async function tieredCustomer(project: Project): Promise<string> {
  const { body } = must(await project.key.post('/api/v1/customers', customerBody()));
  must(await project.key.post(`/api/v1/customers/${body.id}/kyc`, { decision: 'approve', tier: 1 }));
  return body.id;
}

export async function openWallet(project: Project, customer_id: string, currency = 'KES'): Promise<string> {
  const { body } = must(await project.key.post(`/api/v1/customers/${customer_id}/wallets`, { currency }));
  return body.id;
}

export async function customerWithWallet(project: Project): Promise<string> {
  const id = await tieredCustomer(project);
  await openWallet(project, id);
  return id;
}

/** Brings the merchant money, by a payment that is booked. @param amount major units; text where a number is not exact */
export async function fund(service: TestService, project: Project, amount: number | string): Promise<void> {
  must(await project.key.post('/api/v1/payments', paymentBody({ amount })));
  await postings.postPending(service.ctx);
}

/** Replaces the limits of tier 1 in KES, in minor units. */
export async function limit(project: Project, limits: object): Promise<void> {
  must(await project.key.put('/api/v1/kyc/limits', { tier: 1, currency: 'KES', ...limits }));
}

/** The wallet's balance, in minor units. */
export async function balanceOf(project: Project, customer_id: string): Promise<number> {
  const { body } = must(await project.key.get(`/api/v1/customers/${customer_id}/wallets`));
  return body.wallets.find((each: { currency: string }) => each.currency === 'KES').balance_minor;
}
