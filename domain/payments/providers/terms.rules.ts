/** What a provider accepts from an account, and what is refused before a payment or refund is stored. Pure. */
import { given } from '../../../core/given.ts';
import { refusal } from '../../../core/errors.ts';
import { CURRENCIES, formatMoney, type Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { ProposedPayment, Provider, ProviderTerms } from './provider.port.ts';

/** @param credentials of the account, secrets masked or not; null where there are none: the provider's general terms */
export function termsOf(provider: Provider, credentials: Record<string, string> | null): ProviderTerms {
  const { currencies, capabilities, amount_step_minor, phone_pattern, base_urls } = provider;
  return {
    currencies,
    capabilities,
    amount_step_minor,
    ...given({ phone_pattern, base_urls }),
    ...(credentials ? provider.termsOfAccount?.(credentials) : {}),
  };
}

/** @throws AppError `currency_mismatch`, `amount_not_supported`, `phone_not_supported` */
export function requireTerms(provider: Provider, terms: ProviderTerms, proposed: ProposedPayment): void {
  const { customer_phone } = proposed;
  const { phone_pattern } = terms;
  requireCurrency(provider, terms.currencies, proposed.currency);
  requireStep(provider, terms, proposed);
  if (phone_pattern && customer_phone !== null && !phone_pattern.test(customer_phone))
    throw refusal(
      'phone_not_supported',
      `${provider.title} does not take payments from this phone's network.`,
    );
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

/** Whether a payment of this amount is accepted, whoever pays it. */
export function takesAmount(
  { currencies, amount_step_minor }: Pick<ProviderTerms, 'currencies' | 'amount_step_minor'>,
  { amount_minor, currency }: Pick<ProposedPayment, 'amount_minor' | 'currency'>,
): boolean {
  return currencies.includes(currency) && amount_minor % stepIn(currency, amount_step_minor) === 0n;
}

/** @throws AppError `amount_not_supported` for an amount that the provider cannot express */
export function requireStep(
  { title }: Pick<Provider, 'title'>,
  { amount_step_minor }: Pick<ProviderTerms, 'amount_step_minor'>,
  { amount_minor, currency }: Pick<ProposedPayment, 'amount_minor' | 'currency'>,
): void {
  const step_minor = stepIn(currency, amount_step_minor);
  if (amount_minor % step_minor !== 0n) {
    const step = formatMoney(step_minor, currency);
    throw refusal('amount_not_supported', `${title} takes multiples of ${step} only.`);
  }
}

/** Whole units where the currency has no parts. */
function stepIn(currency: Currency, amount_step_minor: bigint): bigint {
  return CURRENCIES[currency].whole_only && amount_step_minor < 100n ? 100n : amount_step_minor;
}

/** Where a provider would call this server. */
interface CallbackTarget {
  environment: Environment;
  callback_base_url: string;
}

/** Whether the provider has to call this server back, and cannot. */
export function lacksPublicUrl(
  { capabilities }: Pick<ProviderTerms, 'capabilities'>,
  { environment, callback_base_url }: CallbackTarget,
): boolean {
  return environment === 'live' && capabilities.needs_callback && !callback_base_url.startsWith('https:');
}

/** @throws AppError `public_url_required` */
export function requirePublicUrl({ title }: Provider, terms: ProviderTerms, target: CallbackTarget): void {
  if (lacksPublicUrl(terms, target))
    throw refusal(
      'public_url_required',
      `${title} calls this server back: PUBLIC_URL must be an https address.`,
    );
}
