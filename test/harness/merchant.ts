/** A merchant's project with money, and accounts of vendors beside it. */
import { createProject, must, type Project } from './people.ts';
import { fund } from './wallets.ts';
import type { TestService } from './service.ts';

interface Merchant {
  project: Project;
  available: string;
  vendors: string[];
}

/** A project with KES 1,000 of its own, and accounts of vendors. */
export async function merchant(service: TestService, vendors = 2): Promise<Merchant> {
  const project = await createProject(service.anyone);
  await fund(service, project, 1_000);
  const open = async (kind: string, more: object = {}): Promise<string> =>
    must(await project.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES', ...more })).body.id;
  return {
    project,
    available: await open('merchant_available'),
    vendors: await Promise.all(
      Array.from({ length: vendors }, (_, n) => open('subaccount', { subaccount_id: `vendor-${n}` })),
    ),
  };
}
