/** What MTN MoMo is sent: its names, amounts and texts. Pure. */
import { createHash } from 'node:crypto';
import type { Currency } from '../../../../core/money.ts';
import type { Environment } from '../../../../core/scope.ts';
import type { StatusSetup } from '../setup.port.ts';

/** The only currency of MTN's sandbox; the number stays the same. */
const SANDBOX_CURRENCY = 'EUR';
const MAX_MESSAGE = 160;

/**
 * The `X-Reference-Id` of a payment, refund or payout: a UUID of version 4, as MTN requires, always the same for the same id.
 * So a request that is repeated is known to MTN.
 */
export function referenceId(id: string): string {
  const bytes = createHash('sha256').update(`mtn_momo:${id}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function currencySent(environment: Environment, currency: Currency): string {
  return environment === 'test' ? SANDBOX_CURRENCY : currency;
}

/** 100000n → "1000", 1050n → "10.50": whole amounts without decimals, which currencies without a subunit must not have. */
export function amountText(amount_minor: bigint): string {
  const fraction = amount_minor % 100n;
  const whole = (amount_minor / 100n).toString();
  return fraction === 0n ? whole : `${whole}.${fraction.toString().padStart(2, '0')}`;
}

/** Messages may hold plain letters, digits and spaces only. */
export function messageText(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}

/** Country code and number without plus. */
export function msisdn(phone: string): string {
  return phone.replace(/^\+/, '');
}

/** MTN calls https addresses only; without one the poller asks. */
export function callbackHeader({
  environment,
  callback_url,
}: Pick<StatusSetup, 'environment' | 'callback_url'>): Record<string, string> {
  const is_called = environment === 'test' || callback_url.startsWith('https:');
  return is_called ? { 'x-callback-url': callback_url } : {};
}
