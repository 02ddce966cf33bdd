/** How a step of a payment or a payout went. */

export type Mark = 'good' | 'bad' | 'notice';

const BAD = /\.(?:failed|cancelled|not_sent)$/;
/** Somebody should look. */
const NOTICE = /\.(?:mismatch|unresolved|overpaid|provider_id_refused|contradicted|unknown|sent_again)$/;

/** @param type of an event */
export function markOf(type: string): Mark {
  if (BAD.test(type)) return 'bad';
  return NOTICE.test(type) ? 'notice' : 'good';
}
