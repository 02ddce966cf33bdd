/** Customers, their documents, trail and limits as clients see them. A document's number is never among it. */
import { money } from '../../core/money.ts';
import type { CustomerEventRow } from './customer-event.model.ts';
import type { CustomerView } from './customer-view.ts';
import type { DocumentRow } from './document.model.ts';
import type { TierLimits } from './kyc-limit.model.ts';

export function presentCustomer({ customer, effective_tier }: CustomerView) {
  return {
    id: customer.id,
    kind: customer.kind,
    full_name: customer.full_name,
    phone: customer.phone,
    email: customer.email,
    date_of_birth: customer.date_of_birth,
    external_ref: customer.external_ref,
    status: customer.status,
    kyc_status: customer.kyc_status,
    kyc_tier: effective_tier,
    created_at: customer.created_at,
    updated_at: customer.updated_at,
  };
}

export function presentDocument(document: DocumentRow) {
  return {
    id: document.id,
    doc_type: document.doc_type,
    number_last4: document.number_last4,
    issuing_country: document.issuing_country,
    expires_on: document.expires_on,
    file_url: document.file_url,
    file_sha256: document.file_sha256,
    status: document.status,
    note: document.note,
    reviewed_by: document.reviewer_id && { type: document.reviewer_type, id: document.reviewer_id },
    reviewed_at: document.reviewed_at,
    created_at: document.created_at,
  };
}

export function presentCustomerEvent({ id, type, at, actor_type, actor_id, details }: CustomerEventRow) {
  return { id, type, at, actor: { type: actor_type, id: actor_id }, details };
}

export function presentKycLimit({ tier, currency, ...limits }: TierLimits) {
  return {
    tier,
    currency,
    ...limitOf('max_balance', limits.max_balance_minor),
    ...limitOf('max_single', limits.max_single_minor),
    ...limitOf('max_daily_out', limits.max_daily_out_minor),
  };
}

function limitOf(name: string, amount_minor: bigint | null) {
  return amount_minor === null ? { [name]: null, [`${name}_minor`]: null } : money(name, amount_minor);
}
