/** What payers call the providers. */
import { findProvider, type UssdIntent } from '../../domain/payments/index.ts';

export interface ProviderName {
  name: string;
  hint: string | null;
}

/**
 * What is paid outside of any gateway reads by what the payer does.
 * @param intents what can be dialled to pay by hand
 */
export function providerName(provider: string, intents: UssdIntent[]): ProviderName {
  if (provider !== 'manual') {
    const { title, payer_hint } = findProvider(provider);
    return { name: title, hint: payer_hint };
  }
  const codes = intents
    .filter(({ currency_matches }) => currency_matches)
    .map(({ name, dial_string }) => `${name} ${dial_string}`);
  return codes.length > 0
    ? { name: 'Dial a code', hint: `Without internet: ${codes.join(', ')}` }
    : { name: 'Pay the merchant directly', hint: 'In cash or by bank transfer' };
}
