/** The service with a provider's stand-in as its test system, reachable for callbacks. */
import type { StandIn } from '../stand-ins/stand-in.ts';
import { createProject, must, type Project } from './people.ts';
import { startService, type ServiceOptions, type TestService } from './service.ts';

export interface ProviderService<Gateway extends StandIn = StandIn> {
  /** The API's name of the provider. */
  provider: string;
  service: TestService;
  gateway: Gateway;
  stop(): Promise<void>;
}

export async function startWithProvider<Gateway extends StandIn>(
  provider: string,
  gateway: Gateway,
  { workers = [], env = {} }: ServiceOptions = {},
): Promise<ProviderService<Gateway>> {
  await gateway.start();
  const service = await startService({
    workers,
    env: { [`PROVIDER_${provider.toUpperCase()}_BASE_URL_TEST`]: gateway.base_url, ...env },
  });
  return {
    provider,
    service,
    gateway,
    async stop() {
      await service.stop();
      await gateway.stop();
    },
  };
}

/** A project that has configured the provider in its test environment. */
export async function projectWithProvider(
  { provider, service, gateway }: ProviderService,
  more: Record<string, string> = {},
): Promise<Project> {
  const project = await createProject(service.anyone);
  must(
    await project.owner.client.put(`/api/projects/${project.id}/providers/${provider}?environment=test`, {
      credentials: { ...gateway.credentials, ...more },
    }),
  );
  return project;
}
