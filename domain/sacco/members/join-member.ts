/** A customer becomes a member: with the next number or one of the SACCO's own, and an entrance fee paid in cash. */
import { newId } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { effectiveTierOf, getCustomer } from '../../customers/index.ts';
import { bookEntry } from '../entries/entry-pipeline.ts';
import { getSettings } from '../settings.ts';
import { openMemberAccounts } from './accounts.ts';
import { requireEligible } from './eligibility.ts';
import { readMember, type MemberWithHoldings } from './member.ts';
import { membershipsOf, storeMember, type StoredMember } from './store-members.ts';

export interface JoinRequest {
  customer_id: string;
  pay_entrance_fee: boolean;
  /** The SACCO's own number; the next of ours when left out. */
  member_no?: string;
}

/**
 * Joining again answers the member as it stands; an entrance fee that was left unpaid can be paid that way.
 * @throws AppError NOT_FOUND, `customer_not_active`, `kyc_required`, `already_member`, `member_no_taken`
 */
export async function joinMember(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: JoinRequest,
): Promise<{ member: MemberWithHoldings; replayed: boolean }> {
  const settings = await getSettings(ctx.db, scope);
  const customer = await getCustomer(ctx.db, scope, request.customer_id);
  const id = newId('member');
  const present = await membershipsOf(ctx.db, scope, [customer.id]);
  // Before the row, so that whoever finds the member finds the accounts too.
  if (!present.has(customer.id)) {
    requireEligible(customer, await effectiveTierOf(ctx.db, scope, customer), settings);
    await openMemberAccounts(ctx.db, ctx.ledger, scope, [id], settings.currency);
  }
  const stored = await storeMember(ctx, {
    scope,
    idempotency: null,
    subject_id: id,
    actor,
    settings,
    customer_id: customer.id,
    pay_entrance_fee: request.pay_entrance_fee,
    member_no: request.member_no,
  });
  // Without a key no earlier request is found: who is a member already is answered by the row.
  const { member, fee, replayed } = (stored as { created: StoredMember }).created;
  if (fee) await bookEntry(ctx, scope, fee);
  return { member: await readMember(ctx, scope, member.id), replayed };
}
