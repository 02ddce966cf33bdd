/** The mobile-money menus that can be dialled from any phone, and how to pay a merchant in each. Pure data. */
import type { Currency } from '../../../core/money.ts';

export interface DialCode {
  provider: string;
  name: string;
  /** Opens the provider's menu. */
  ussd_code: string;
  currency: Currency;
  /** The menu's way to paying a merchant. */
  menu: string;
}

/** In the order in which they are answered (contract). */
export const DIAL_CODES: readonly DialCode[] = [
  {
    provider: 'telebirr',
    name: 'telebirr',
    ussd_code: '*127#',
    currency: 'ETB',
    menu: 'Choose to pay a merchant.',
  },
  {
    provider: 'cbebirr',
    name: 'CBE Birr',
    ussd_code: '*847#',
    currency: 'ETB',
    menu: 'Choose to pay a merchant or to buy goods.',
  },
  {
    provider: 'mpesa',
    name: 'M-PESA',
    ussd_code: '*334#',
    currency: 'KES',
    menu: 'Choose Lipa na M-PESA, then Pay Bill or Buy Goods.',
  },
];
