/** What a provider is called on a page. */
import { providerBrand } from '../../api/providers.ts';

/** Its own name where it has one; else its name in the API, with its first letter raised. */
export function useProviderName(): (name: string | undefined) => string {
  return (name = '') =>
    providerBrand(name) ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
