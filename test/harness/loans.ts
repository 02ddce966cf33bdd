/** Loans to test with: a product, an application with guarantors, and its disbursement. */
import { randomBytes } from 'node:crypto';
import { chargeLoans } from '../../domain/loans/index.ts';
import type { Reply } from './client.ts';
import { must, type Project } from './people.ts';
import { moving, type Sacco } from './sacco.ts';
import type { TestService } from './service.ts';

/** @returns the product's id */
export async function defineProduct({ project }: { project: Project }, terms: object = {}): Promise<string> {
  const { body } = must(
    await project.session.post('/api/v1/sacco/loan-products', {
      name: `Product ${randomBytes(3).toString('hex')}`,
      rate_bps: 1_800,
      method: 'declining',
      frequency: 'monthly',
      min_amount_minor: 1_000,
      max_amount_minor: 100_000_000,
      min_term: 1,
      max_term: 36,
      ...terms,
    }),
  );
  return body.id;
}

/** Applies as the maker and approves as the checker. @returns the loan, open */
export async function lend(
  { maker, checker }: Sacco,
  application: {
    member_id: string;
    product_id: string;
    amount_minor: number;
    term: number;
    guarantors?: object[];
  },
): Promise<Reply['body']> {
  const { amount_minor, ...rest } = application;
  const { body: applied } = must(await maker.post('/api/v1/sacco/loans', moving(amount_minor, rest)));
  const { body } = must(await checker.post(`/api/v1/approvals/${applied.approval_id}/approve`));
  return body.loan;
}

/** Moves the project's test clock by whole days, and charges what has fallen due. */
export async function letDaysPass(service: TestService, { id, owner }: Project, days: number): Promise<void> {
  const at = `/api/projects/${id}/test-clock`;
  const { body } = must(await owner.client.get(at));
  const now = new Date(Date.parse(body.now) + days * 86_400_000).toISOString();
  must(await owner.client.post(at, { now }));
  await chargeLoans(service.ctx);
}
