/** Every payment provider. Adding one: its file or folder, and a name here. */
import { refusal } from '../../../core/errors.ts';
import { manual } from './manual.ts';
import { sandbox } from './sandbox.ts';
import { santimpay } from './santimpay/index.ts';
import type { Provider } from './provider.port.ts';

export const PROVIDERS: Record<string, Provider> = { sandbox, manual, santimpay };

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
