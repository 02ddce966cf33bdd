/** The address at which the payer pays: it is signed like a message, and no call is made for it. */
import type { ProviderSetup } from '../provider.port.ts';
import type { Account } from './credentials.ts';
import { SIGN_TYPE, signMessage } from './signature.ts';

const PAGE = '/payment/web/paygate';
const BEHIND_SIGN = { sign_type: SIGN_TYPE, version: '1.0', trade_type: 'Checkout' };

/** `timestamp` in seconds since the epoch. */
type CheckoutFields = Record<'appid' | 'merch_code' | 'nonce_str' | 'prepay_id' | 'timestamp', string>;

/** The payer's page is on the gateway's host, unless configured otherwise. */
export function checkoutUrl(
  { base_url, web_base_url }: Pick<ProviderSetup, 'base_url' | 'web_base_url'>,
  { appid, merch_code, nonce_str, prepay_id, timestamp }: CheckoutFields,
  { private_key, padding }: Pick<Account, 'private_key' | 'padding'>,
): string {
  const sign = signMessage({ appid, merch_code, nonce_str, prepay_id, timestamp }, private_key, padding);
  // The portal requires this order.
  const query = Object.entries({ appid, merch_code, nonce_str, prepay_id, timestamp, sign, ...BEHIND_SIGN })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${pageUrl(web_base_url ?? new URL(base_url).origin)}?${query}`;
}

/** @param web_base_url as it is written down: with or without the page's path, with or without the `?` behind it */
function pageUrl(web_base_url: string): string {
  const { origin, pathname } = new URL(web_base_url);
  return origin + (pathname === '/' ? PAGE : pathname);
}
