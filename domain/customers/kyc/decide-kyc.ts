/** The requirements of a tier that a customer does not meet, and the decision on the tier. */
import { refusal } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import { strictApprovals } from '../../staff/index.ts';
import { getCustomer, lockCustomer, patchKyc, requireOpen, type KycChange } from '../customer.ts';
import type { CustomerRow } from '../customer.model.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { withTier, type CustomerView } from '../customer-view.ts';
import { findPhoneChange } from './phone-change.sql.ts';
import { acceptedDocuments } from './effective-tier.ts';
import { AFTER, missingFor, PHONE_TIER, type Requirement } from './kyc.rules.ts';

export type KycDecision =
  | { decision: 'approve'; tier: number; note: string | null }
  /** The tier that was requested; it is only recorded. */
  | { decision: 'reject'; tier?: number; note: string };

/** Decision → type of its event. */
const DECIDED = { approve: 'kyc.approved', reject: 'kyc.rejected' } as const;

/** @throws AppError NOT_FOUND */
export async function kycRequirements(
  db: Db,
  scope: Scope,
  customer_id: string,
  tier: number,
): Promise<Requirement[]> {
  return unmetRequirements(db, scope, { customer: await getCustomer(db, scope, customer_id), tier });
}

/**
 * Approving a lower tier than the current one revokes the current one.
 * @throws AppError NOT_FOUND, `kyc_required` naming what is missing, `invalid_state` when the customer is closed; FORBIDDEN for
 *   a maker under strict approvals
 */
export async function decideKyc(
  caller: Caller,
  customer_id: string,
  decided: KycDecision,
): Promise<CustomerView> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    await strictApprovals.refuseMaker(trx, scope, { actor, what: 'decide on KYC' });
    const before = await lockCustomer(unit, customer_id);
    requireOpen(before);
    if (decided.decision === 'approve')
      requireMet(decided.tier, await unmetRequirements(trx, scope, { customer: before, tier: decided.tier }));
    const after: KycChange =
      decided.decision === 'approve'
        ? { ...AFTER.approved(before, decided.tier), ...(await phoneVerifiedBy(unit, before, decided.tier)) }
        : AFTER.rejected(before);
    const customer = await patchKyc(unit, before, after);
    await recordCustomerEvent(unit, customer_id, DECIDED[decided.decision], {
      tier: decided.tier ?? null,
      previous_tier: before.kyc_tier,
      note: decided.note,
    });
    return withTier(trx, scope, customer);
  });
}

/** A tier that requires a phone is approved for the one that the customer has now: by somebody else than the person who changed it. */
async function phoneVerifiedBy(
  { trx, scope, actor }: CallerUnit,
  { id, phone_unverified_since }: CustomerRow,
  tier: number,
): Promise<Partial<KycChange>> {
  if (tier < PHONE_TIER || phone_unverified_since === null) return {};
  const [changed] = await findPhoneChange(trx, { ...scopeColumns(scope), customer_id: id });
  const is_own = actor.type === 'user' && changed?.actor_type === 'user' && changed.actor_id === actor.id;
  return is_own ? {} : { phone_unverified_since: null };
}

async function unmetRequirements(
  db: Queryable,
  scope: Scope,
  { customer, tier }: { customer: CustomerRow; tier: number },
): Promise<Requirement[]> {
  const documents = (await acceptedDocuments(db, [customer])).get(customer.id) ?? [];
  return missingFor(tier, customer, { documents, today: localDateAt(scope.clock.now()) });
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
