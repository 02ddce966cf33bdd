/** What payers call the providers. */
import { ussdIntents } from '../../domain/payments/index.ts';
import type { PaymentLinkRow } from '../../domain/payments/index.ts';

export interface ProviderName {
  name: string;
  hint: string | null;
}

const NAMES: Record<string, ProviderName> = {
  sandbox: { name: 'Sandbox', hint: 'Play money, to try things out' },
  santimpay: { name: 'SantimPay', hint: 'telebirr, CBE Birr, M-PESA and banks' },
  chapa: { name: 'Chapa', hint: 'Mobile money, cards and banks' },
  telebirr: { name: 'telebirr', hint: null },
  mpesa: { name: 'M-PESA', hint: 'Confirm on your phone' },
  mtn_momo: { name: 'MTN MoMo', hint: 'Confirm on your phone' },
};

/** What is paid outside of any gateway reads by what the payer does. */
export function providerName(
  provider: string,
  { amount_minor, currency }: Pick<PaymentLinkRow, 'amount_minor' | 'currency'>,
): ProviderName {
  if (provider !== 'manual') return NAMES[provider] ?? { name: provider, hint: null };
  const codes = ussdIntents({ amount_minor, currency, reference: '' })
    .filter(({ currency_matches }) => currency_matches)
    .map(({ name, dial_string }) => `${name} ${dial_string}`);
  return codes.length > 0
    ? { name: 'Dial a code', hint: `Without internet: ${codes.join(', ')}` }
    : { name: 'Pay the merchant directly', hint: 'In cash or by bank transfer' };
}
