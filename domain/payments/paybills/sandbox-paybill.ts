/** A payer sends money to the sandbox without a prompt, as tests say. */
import type { Currency } from '../../../core/money.ts';
import { invalidField, refusal } from '../../../core/errors.ts';
import { normalisePhone } from '../../../core/phone.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { sandbox } from '../providers/sandbox.ts';
import type { PaybillConfirmationRow } from './paybill.model.ts';
import { storeConfirmation } from './store-confirmation.ts';

export interface SandboxPayment {
  transaction_id: string;
  amount_minor: bigint;
  currency: Currency;
  account_number: string;
  phone: string;
  name?: string;
}

/** @throws AppError `provider_not_configured` in the live environment; VALIDATION_ERROR for what is no phone */
export async function sendToSandbox(
  base: ScopedContext,
  { phone, name, ...sent }: SandboxPayment,
): Promise<{ confirmation: PaybillConfirmationRow; replayed: boolean }> {
  if (base.scope.environment !== 'test')
    throw refusal('provider_not_configured', 'sandbox does not exist in the live environment.');
  const payer_phone = normalisePhone(phone, sent.currency);
  if (!payer_phone)
    throw invalidField(
      'phone',
      'This is not a phone number. Use the international form, like +254712345678.',
    );
  return storeConfirmation(base, sandbox, { ...sent, paid_to: '', payer_phone, payer_name: name ?? null });
}
