/** Every payment provider: those that work without a network, and those of the registry. */
import { refusal } from '../../../core/errors.ts';
import { manual } from './manual.ts';
import { sandbox } from './sandbox.ts';
import type { Provider } from './provider.port.ts';
import * as registry from './registry.ts';

export const PROVIDERS: Record<string, Provider> = Object.fromEntries(
  [sandbox, manual, ...Object.values(registry)].map((provider: Provider) => [provider.name, provider]),
);

export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/** @throws AppError `provider_unknown` */
export function findProvider(name: string): Provider {
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!provider) {
    throw refusal(
      'provider_unknown',
      `There is no payment provider "${name}". Known: ${PROVIDER_NAMES.join(', ')}.`,
    );
  }
  return provider;
}

/** The provider that calls us at addresses with this segment, or null. */
export function findCalledProvider(segment: string): Provider | null {
  return Object.values(PROVIDERS).find((provider) => callbackSegment(provider) === segment) ?? null;
}

/** The provider's segment in the addresses of its callbacks. */
export function callbackSegment({ name, callback_segment = name }: Provider): string {
  return callback_segment;
}
