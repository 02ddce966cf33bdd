/** How members, entries and settings look on the wire. */
import { money } from '../../core/money.ts';
import type { EntryRow } from './entries/entry.model.ts';
import type { MemberWithHoldings } from './members/member.ts';
import type { SettingsRow } from './settings.model.ts';

export function presentSettings(row: SettingsRow) {
  return {
    currency: row.currency,
    min_kyc_tier: row.min_kyc_tier,
    ...money('entrance_fee', row.entrance_fee_minor),
    ...money('min_share_capital', row.min_share_capital_minor),
    utc_offset_minutes: row.utc_offset_minutes,
    ...(row.withdrawal_approval_minor === null
      ? { withdrawal_approval: null, withdrawal_approval_minor: null }
      : money('withdrawal_approval', row.withdrawal_approval_minor)),
    updated_at: row.updated_at,
  };
}

export function presentMember(row: MemberWithHoldings) {
  return {
    id: row.id,
    member_no: row.member_no,
    customer_id: row.customer_id,
    full_name: row.full_name,
    phone: row.phone,
    status: row.status,
    ...money('shares', row.shares_minor),
    ...money('savings', row.savings_minor),
    ...money('savings_available', row.savings_available_minor),
    entrance_fee_paid: row.entrance_fee_paid,
    joined_at: row.joined_at,
  };
}

/** @param replayed whether it answers a request that came before */
export function presentEntry(row: EntryRow, replayed = false) {
  return {
    id: row.id,
    kind: row.kind,
    member_id: row.member_id,
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    payment_id: row.payment_id,
    source: row.source,
    direction: row.direction,
    ...money('amount', row.amount_minor),
    ...money('fee', row.fee_minor),
    currency: row.currency,
    status: row.status,
    error: row.error,
    reason: row.reason,
    memo: row.memo,
    requested_by: { type: row.requested_by_type, id: row.requested_by_id },
    approval_id: row.approval_id,
    created_at: row.created_at,
    posted_at: row.posted_at,
    replayed,
  };
}
