/** Who may become a member. */
import { refusal } from '../../../core/errors.ts';
import { requireActive, type CustomerRow } from '../../customers/index.ts';
import type { SettingsRow } from '../../cooperative/index.ts';

/** @param tier that the customer has today @throws AppError `customer_not_active`, `kyc_required` */
export function requireEligible(customer: CustomerRow, tier: number, { min_kyc_tier }: SettingsRow): void {
  requireActive(customer);
  if (tier < min_kyc_tier)
    throw refusal(
      'kyc_required',
      `${customer.full_name} is at KYC tier ${tier}; members need tier ${min_kyc_tier}.`,
    );
}
