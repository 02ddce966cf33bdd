/** How people call a payment provider. */
import { useProviders } from '../api/providers.ts';
import { useWords } from '../words.ts';

/** @returns a function from the API's name of a provider to its usual one */
export function useProviderName(): (name: string | undefined) => string {
  const { t, status } = useWords();
  const providers = useProviders();
  return (name = '') => {
    if (name === 'sandbox') return t('payments.sandbox');
    if (name === 'manual') return t('payments.manual');
    return providers?.find((each) => each.name === name)?.title ?? status(name);
  };
}
