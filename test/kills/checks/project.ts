/** What must hold in either project. */
import type { Place } from '../place.ts';

export async function postingDifferences(place: Place): Promise<string[]> {
  const failed = await place.list('/api/v1/ledger/postings?status=failed', 'postings');
  return failed.map(({ payment_id, error }) => `the posting of ${payment_id} failed: ${error}`);
}

/** All were verified at tier 1, and nobody stayed frozen. */
export async function customerDifferences(place: Place): Promise<string[]> {
  const stored = await place.list('/api/v1/customers', 'customers');
  return stored
    .filter(({ kyc_tier, status }) => kyc_tier !== 1 || status !== 'active')
    .map(({ id, kyc_tier, status }) => `customer ${id} is ${status} at tier ${kyc_tier}`);
}

/** By what was done about the request. */
const DECIDED = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' };

export async function approvalDifferences(place: Place): Promise<string[]> {
  const { decisions } = place;
  const stored = await place.list('/api/v1/approvals', 'approvals');
  const expectedOf = (id: string): string => DECIDED[decisions.get(id) ?? 'approve'];
  return [
    ...stored
      .filter(({ id, status }) => !decisions.has(id) || status !== expectedOf(id))
      .map(({ id, status }) => `approval ${id} is ${status}, expected ${expectedOf(id)}`),
    ...(stored.length === decisions.size
      ? []
      : [`${stored.length} approvals, but ${decisions.size} decisions`]),
  ];
}
