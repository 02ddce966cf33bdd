/**
 * The faults of all providers for M-PESA in Ethiopia, where a push cannot be asked for: a callback names the receipt, which is
 * asked for and answered later.
 */
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { faultSuite } from './fault-suite.ts';

class PromptDaraja extends DarajaStandIn {
  constructor() {
    super('ET');
  }

  override reset(faults: Partial<DarajaStandIn['faults']> = {}): void {
    super.reset({ tells_at_once: true, ...faults });
  }
}

faultSuite({
  name: 'mpesa',
  makeStandIn: () => new PromptDaraja(),
  credentials: ({ initiator }) => initiator,
  currency: 'ETB',
  amount_minor: 15_000,
  phone: '+251711234567',
  signs_callbacks: false,
  flags_callback_amounts: true,
  status_tells_amount: true,
  asks_by_own_id: false,
  create_repeatable: false,
  has_tokens: true,
  paid_after_cancelling: true,
  asks_after_callback: true,
});
