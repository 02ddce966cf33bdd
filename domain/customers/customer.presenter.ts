/** Customers and decisions about their KYC as clients see them. */
import {
  date,
  dateTime,
  fieldsOf,
  integerBetween,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import { CUSTOMER_STATUSES } from './customer.rules.ts';
import type { CustomerView } from './customer-view.ts';
import { CUSTOMER_KINDS, HIGHEST_TIER, KYC_STATUSES, LOWEST_TIER } from './kyc/kyc.rules.ts';

const KYC_DECISIONS = ['approve', 'reject'] as const;

export const customerSchema = resource('Customer', 'A person or business of the project', {
  id: string,
  kind: oneOf(CUSTOMER_KINDS),
  full_name: string,
  phone: string.nullable().describe('E.164'),
  email: string.nullable(),
  date_of_birth: date.nullable(),
  external_ref: string.nullable().describe("The merchant's own reference, unique per environment"),
  status: oneOf(CUSTOMER_STATUSES),
  kyc_status: oneOf(KYC_STATUSES),
  kyc_tier: integerBetween(LOWEST_TIER, HIGHEST_TIER).describe('The tier whose requirements are met today'),
  created_at: dateTime,
  updated_at: dateTime,
});

export const kycDecisionSchema = resource('KycDecision', 'The customer as the decision left it', {
  ...customerSchema.fields,
  decision: oneOf(KYC_DECISIONS),
});

export function presentCustomer({ customer, effective_tier }: CustomerView): Wire<typeof customerSchema> {
  return fieldsOf(customerSchema, { ...customer, kyc_tier: effective_tier });
}

export function presentKycDecision(
  view: CustomerView,
  decision: (typeof KYC_DECISIONS)[number],
): Wire<typeof kycDecisionSchema> {
  return { ...presentCustomer(view), decision };
}
