/** Phones and accounts as Chapa names them. Pure. */
import type { PayoutDestination } from '../payout.port.ts';

/** Ethiopian mobile numbers. */
const MOBILE = /^\+251([79]\d{8})$/;

/** In national form; null where it is no Ethiopian mobile number. */
export function nationalPhone(phone: string): string | null {
  return MOBILE.test(phone) ? phone.replace(MOBILE, '0$1') : null;
}

/** The account that is paid; a wallet's is the phone, and its owner's name is not known. */
export function accountOf(to: PayoutDestination): { account_number: string; account_name?: string } {
  if (to.phone !== undefined) return { account_number: nationalPhone(to.phone) ?? to.phone };
  const { account_number, account_name } = to;
  return { account_number, account_name };
}

/** Whether Chapa means the account that is paid: it writes phones with the country code, too. */
export function isAccountOf(to: PayoutDestination, account_number: string): boolean {
  if (to.phone === undefined) return account_number === to.account_number;
  return nationalPhone(`+${account_number.replace(/^\+?(?:251|0)?/, '251')}`) === nationalPhone(to.phone);
}
