/** Who is paid, in one line. */
import type { Payout } from '../../generated/wire.ts';

export function receiverOf({ to }: Pick<Payout, 'to'>): string {
  if (to.phone !== null) return [to.phone, to.bank_code].filter((part) => part !== null).join(' · ');
  return [to.account_name, to.account_number, to.bank_code].filter((part) => part !== null).join(' · ');
}
