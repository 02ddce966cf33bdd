/** The service with SantimPay's stand-in as its test system, reachable for callbacks. */
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import { createProject, must, paymentBody, type Project } from './people.ts';
import { startService, type ServiceOptions, type TestService } from './service.ts';

export interface SantimPayService {
  service: TestService;
  gateway: SantimPayStandIn;
  stop(): Promise<void>;
}

export async function startWithSantimPay(workers: ServiceOptions['workers'] = []): Promise<SantimPayService> {
  const gateway = new SantimPayStandIn();
  await gateway.start();
  const service = await startService({
    workers,
    env: { PROVIDER_SANTIMPAY_BASE_URL_TEST: gateway.base_url },
  });
  return {
    service,
    gateway,
    async stop() {
      await service.stop();
      await gateway.stop();
    },
  };
}

/** A project that has configured SantimPay in its test environment. */
export async function santimpayProject(
  { service, gateway }: SantimPayService,
  more: Record<string, string> = {},
): Promise<Project> {
  const project = await createProject(service.anyone);
  must(
    await project.owner.client.put(`/api/projects/${project.id}/providers/santimpay?environment=test`, {
      credentials: { ...gateway.credentials, ...more },
    }),
  );
  return project;
}

export function santimpayBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return paymentBody({
    provider: 'santimpay',
    currency: 'ETB',
    customer_phone: '+251911234567',
    ...overrides,
  });
}
