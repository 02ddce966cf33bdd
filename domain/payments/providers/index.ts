/** Every payment provider. Adding one: its file, and a line here. */
import { refusal } from '../../../core/errors.ts';
import type { Environment } from '../../../core/scope.ts';
import { manual } from './manual.ts';
import { sandbox } from './sandbox.ts';
import type { Provider } from './port.ts';

export const PROVIDERS: Record<string, Provider> = { sandbox, manual };

/** @throws AppError `provider_unknown` */
export function findProvider(name: string): Provider {
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!provider) {
    throw refusal(
      'provider_unknown',
      `There is no payment provider "${name}". Known: ${Object.keys(PROVIDERS).join(', ')}.`,
    );
  }
  return provider;
}

/** The providers that exist in an environment, as clients see them. */
export function listProviders(environment: Environment) {
  return Object.values(PROVIDERS)
    .filter((provider) => provider.environments.includes(environment))
    .map(({ name, currencies, capabilities }) => ({
      name,
      configured: true,
      currencies,
      capabilities,
      credentials: null,
    }));
}
