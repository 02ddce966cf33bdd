/** The payment providers of the project shown, and the currencies that there are. */
import type { ProviderConfig } from '../generated/wire.ts';
import { usePlace } from '../session/place.ts';
import { useCooperative } from './me.ts';
import { useRead, type Reading } from './reads.ts';

export function useProvidersReading(): Reading<{ providers: ProviderConfig[] }> {
  const { project_id: project, environment } = usePlace();
  return useRead('projects.providers.list', project === null ? null : { project, environment });
}

/** @returns undefined until they are known */
export function useProviders(): ProviderConfig[] | undefined {
  return useProvidersReading().data?.providers;
}

/** All currencies, the cooperative's own first. */
export function useCurrencies(): string[] {
  const providers = useProviders() ?? [];
  const own = useCooperative()?.currency;
  const all = new Set<string>(providers.flatMap(({ currencies }) => currencies));
  return own === undefined ? [...all] : [own, ...[...all].filter((each) => each !== own)];
}
