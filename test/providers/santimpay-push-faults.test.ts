/** The faults of all providers for payments that SantimPay asks the payer's phone for, without a page. */
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';
import { faultSuite } from './fault-suite.ts';

faultSuite({
  name: 'santimpay',
  makeStandIn: () => new SantimPayStandIn(),
  credentials: ({ callback_public_key }) => ({ callback_public_key, payment_method: 'Telebirr' }),
  currency: 'ETB',
  amount_minor: 12_345,
  phone: '+251911234567',
  signs_callbacks: true,
  status_tells_amount: true,
  asks_by_own_id: true,
  accepts_by_status: true,
  create_repeatable: true,
  has_tokens: false,
  paid_after_cancelling: true,
});
