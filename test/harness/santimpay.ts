/** The service with SantimPay's stand-in as its test system, reachable for callbacks. */
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import { paymentBody, type Project } from './people.ts';
import { projectWithProvider, startWithProvider, type ProviderService } from './provider.ts';
import type { ServiceOptions } from './service.ts';

export type SantimPayService = ProviderService<SantimPayStandIn>;

export function startWithSantimPay(workers: ServiceOptions['workers'] = []): Promise<SantimPayService> {
  return startWithProvider('santimpay', new SantimPayStandIn(), { workers });
}

/** A project that has configured SantimPay in its test environment. */
export function santimpayProject(
  setup: SantimPayService,
  more: Record<string, string> = {},
): Promise<Project> {
  return projectWithProvider(setup, more);
}

export function santimpayBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return paymentBody({
    provider: 'santimpay',
    currency: 'ETB',
    customer_phone: '+251911234567',
    ...overrides,
  });
}
