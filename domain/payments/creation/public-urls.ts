/** Addresses of ours that are handed to providers. */
import type { PaymentRow } from '../payment.model.ts';

/**
 * Where the payer goes after the provider's page: back to the checkout, or to `metadata.return_url`, where there is one.
 * @param server_url where clients reach this server, without a trailing slash
 */
export function returnUrl(server_url: string, { id, payment_link_id, metadata }: PaymentRow): string {
  if (payment_link_id) return `${server_url}/pay/${payment_link_id}/${id}`;
  const chosen = metadata['return_url'];
  const usable = typeof chosen === 'string' && /^https?:\/\//i.test(chosen) && URL.canParse(chosen);
  return usable ? chosen : `${server_url}/`;
}
