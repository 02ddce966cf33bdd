/** Names of the providers for payers. */
import { findProvider, ussdIntents } from '../../domain/payments/index.ts';

export interface ProviderName {
  name: string;
  hint: string | null;
}

/**
 * Payments outside any gateway are named after what the payer does.
 * @param intents the codes that a payer can dial
 */
export function providerName(provider: string, intents: ussdIntents.UssdIntent[]): ProviderName {
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
