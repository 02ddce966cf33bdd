/** The service with SantimPay's stand-in as its test system, reachable for callbacks. */
import { createServer, type AddressInfo } from 'node:net';
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
  // Callback addresses are made before the service knows its port, unless it was told one.
  const port = await freePort();
  const service = await startService({
    workers,
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PROVIDER_SANTIMPAY_BASE_URL_TEST: gateway.base_url,
    },
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
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
