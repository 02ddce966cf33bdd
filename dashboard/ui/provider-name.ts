/** How people call a payment provider. */
import { providerBrand } from '../api/providers.ts';
import { useWords } from '../words.ts';

/** @returns what turns the API's name of a provider into its usual one */
export function useProviderName(): (name: string | undefined) => string {
  const { t, status } = useWords();
  return (name = '') => {
    if (name === 'sandbox') return t('payments.sandbox');
    if (name === 'manual') return t('payments.manual');
    return providerBrand(name) ?? status(name);
  };
}
