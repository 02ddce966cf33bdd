/** Addresses of ours that are handed to providers. */
import type { Config } from '../../core/config.ts';
import type { PaymentRow } from './payment.ts';

/** @param path with its leading slash */
export function publicUrl({ public_url, host, port }: Config, path: string): string {
  return (public_url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`) + path;
}

/** Where the payer goes after the provider's page: back to the checkout, or to `metadata.return_url`, where there is one. */
export function returnUrl(config: Config, { id, payment_link_id, metadata }: PaymentRow): string {
  if (payment_link_id) return publicUrl(config, `/pay/${payment_link_id}/${id}`);
  const chosen = metadata['return_url'];
  const usable = typeof chosen === 'string' && /^https?:\/\//i.test(chosen) && URL.canParse(chosen);
  return usable ? chosen : publicUrl(config, '/');
}
