/** What a provider takes of an account with it, and what is refused before a payment or refund is stored. Pure. */
import { refusal } from '../../../core/errors.ts';
import { CURRENCIES, formatMoney, type Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { ProposedPayment, Provider, ProviderTerms } from './provider.port.ts';

/** @param credentials of the account, secrets masked or not; null where there are none: the terms that any may have */
export function termsOf(provider: Provider, credentials: Record<string, string> | null): ProviderTerms {
  const { currencies, capabilities, amount_step_minor, phone_pattern, base_urls } = provider;
  return {
    currencies,
    capabilities,
    amount_step_minor,
    ...(phone_pattern ? { phone_pattern } : {}),
    ...(base_urls ? { base_urls } : {}),
    ...(credentials ? provider.termsOfAccount?.(credentials) : {}),
  };
}

/** @throws AppError `currency_mismatch`, `amount_not_supported`, `phone_not_supported` */
export function requireTerms(
  { title, name }: Provider,
  { currencies, amount_step_minor, phone_pattern }: ProviderTerms,
  { amount_minor, currency, customer_phone }: ProposedPayment,
): void {
  requireCurrency({ name }, currencies, currency);
  requireStep(title, amount_step_minor, amount_minor, currency);
  if (phone_pattern && customer_phone !== null && !phone_pattern.test(customer_phone))
    throw refusal('phone_not_supported', `${title} does not take payments from this phone's network.`);
}

/** @throws AppError `currency_mismatch` */
export function requireCurrency(
  { name }: Pick<Provider, 'name'>,
  currencies: readonly Currency[],
  currency: Currency,
): void {
  if (!currencies.includes(currency))
    throw refusal('currency_mismatch', `${name} takes ${currencies.join(', ')}, not ${currency}.`);
}

/** Would a payment of this amount be taken, whoever pays it? */
export function takesAmount(
  { currencies, amount_step_minor }: Pick<ProviderTerms, 'currencies' | 'amount_step_minor'>,
  { amount_minor, currency }: Pick<ProposedPayment, 'amount_minor' | 'currency'>,
): boolean {
  return currencies.includes(currency) && amount_minor % stepIn(currency, amount_step_minor) === 0n;
}

/** @throws AppError `amount_not_supported` for an amount that the provider cannot express */
export function requireStep(
  title: string,
  amount_step_minor: bigint,
  amount_minor: bigint,
  currency: Currency,
): void {
  const step_minor = stepIn(currency, amount_step_minor);
  if (amount_minor % step_minor !== 0n) {
    const step = formatMoney(step_minor, currency);
    throw refusal('amount_not_supported', `${title} takes multiples of ${step} only.`);
  }
}

/** No provider can express a part of a unit that has no parts. */
function stepIn(currency: Currency, amount_step_minor: bigint): bigint {
  return CURRENCIES[currency].whole_only && amount_step_minor < 100n ? 100n : amount_step_minor;
}

/** Does the provider have to call this server back, and cannot? */
export function lacksPublicUrl(
  { capabilities }: Pick<ProviderTerms, 'capabilities'>,
  environment: Environment,
  callback_base_url: string,
): boolean {
  return environment === 'live' && capabilities.needs_callback && !callback_base_url.startsWith('https:');
}

/** @throws AppError `public_url_required` */
export function requirePublicUrl(
  { title }: Provider,
  terms: ProviderTerms,
  environment: Environment,
  callback_base_url: string,
): void {
  if (lacksPublicUrl(terms, environment, callback_base_url))
    throw refusal(
      'public_url_required',
      `${title} calls this server back: PUBLIC_URL must be an https address.`,
    );
}
