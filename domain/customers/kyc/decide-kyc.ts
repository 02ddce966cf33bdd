/** What a customer lacks for a tier, and the decision about it. */
import { refusal } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { getCustomer, lockCustomer, requireOpen } from '../customer.ts';
import type { CustomerRow } from '../customer.model.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { withTier, type CustomerView } from '../customer-view.ts';
import { acceptedDocuments } from './effective-tier.ts';
import { AFTER, missingFor, type Requirement } from './kyc.rules.ts';
import { setKyc } from './set-kyc.ts';

export type KycDecision =
  | { decision: 'approve'; tier: number; note: string | null }
  /** The tier may say what was asked for; it is recorded only. */
  | { decision: 'reject'; tier?: number; note: string };

/** What the trail calls it. */
const DECIDED = { approve: 'kyc.approved', reject: 'kyc.rejected' } as const;

/** @throws AppError NOT_FOUND */
export async function kycRequirements(
  db: Db,
  scope: Scope,
  customer_id: string,
  tier: number,
): Promise<Requirement[]> {
  return lacks(db, scope, await getCustomer(db, scope, customer_id), tier);
}

/**
 * Approving a lower tier than the present one takes that one back.
 * @throws AppError NOT_FOUND, `kyc_required` naming what is missing, `invalid_state` when the customer is closed
 */
export async function decideKyc(
  db: Db,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  decided: KycDecision,
): Promise<CustomerView> {
  return db.transaction(async (trx) => {
    const before = await lockCustomer(trx, scope, customer_id);
    requireOpen(before);
    if (decided.decision === 'approve')
      requireMet(decided.tier, await lacks(trx, scope, before, decided.tier));
    const after =
      decided.decision === 'approve' ? AFTER.approved(before, decided.tier) : AFTER.rejected(before);
    const customer = await setKyc(trx, scope, before, after);
    await recordCustomerEvent({ trx, scope, actor }, customer_id, DECIDED[decided.decision], {
      tier: decided.tier ?? null,
      previous_tier: before.kyc_tier,
      note: decided.note,
    });
    return withTier(trx, scope, customer);
  });
}

async function lacks(
  db: Queryable,
  scope: Scope,
  customer: CustomerRow,
  tier: number,
): Promise<Requirement[]> {
  const documents = await acceptedDocuments(db, [customer]);
  return missingFor(tier, customer, documents.get(customer.id) ?? [], localDateAt(scope.clock.now()));
}

function requireMet(tier: number, missing: Requirement[]): void {
  if (missing.length === 0) return;
  throw refusal(
    'kyc_required',
    `Tier ${tier} needs more: ${missing.map(({ requirement }) => requirement.replaceAll('_', ' ')).join(', ')}.`,
    missing.map(({ requirement, any_of }) => ({ path: requirement, message: sentenceOf(any_of) })),
  );
}

function sentenceOf(any_of: Requirement['any_of']): string {
  return any_of.length === 0
    ? 'The customer has no phone number; add one.'
    : `Upload and accept an unexpired document of type ${any_of.join(' or ')}.`;
}
