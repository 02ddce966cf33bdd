/** A customer becomes a member: with the next number or one of the cooperative's own, and an entrance fee paid in cash. */
import { newId } from '../../../core/ids.ts';
import { getSettings, SaccoMember } from '../../cooperative/index.ts';
import { effectiveTierOf, getCustomer } from '../../customers/index.ts';
import { bookEntry, defineMovement, leg } from '../../movements/index.ts';
import type { Caller } from '../../platform/unit.ts';
import { openMemberAccounts } from '../accounts.ts';
import { requireEligible } from './eligibility.ts';
import { readMember, type MemberWithHoldings } from '../member.ts';
import { membershipsOf, storeMember, type StoredMember } from './store-members.ts';

export const ENTRANCE_FEE = defineMovement({
  title: 'Entrance fee',
  kind: 'entrance_fee',
  source: 'cash',
  flow: 'pay_in',
  legs: [leg('cash_on_hand', 'fee_income')],
  async onEnded({ trx }, ended) {
    for (const { scope, entry } of ended)
      if (entry.status === 'posted')
        await SaccoMember.query(trx)
          .inScope(scope)
          .where({ id: entry.member_id as string })
          .patch({ entrance_fee_paid: true, updated_at: scope.clock.now() });
  },
});

export interface JoinRequest {
  customer_id: string;
  pay_entrance_fee: boolean;
  /** The cooperative's own number; the next of the service's when left out. */
  member_no?: string;
  /** The till at which an API key takes the fee. */
  till?: string;
}

/**
 * Joining again answers the member as it is; an entrance fee that was left unpaid can be paid that way.
 * @throws AppError NOT_FOUND, `customer_not_active`, `kyc_required`, `already_member`, `member_no_taken`, `no_open_till`
 */
export async function joinMember(
  caller: Caller,
  { customer_id, pay_entrance_fee, member_no, till }: JoinRequest,
): Promise<{ member: MemberWithHoldings; replayed: boolean }> {
  const { ctx, scope, actor } = caller;
  const settings = await getSettings(ctx.db, scope);
  const customer = await getCustomer(ctx.db, scope, customer_id);
  const id = newId('member');
  const present = await membershipsOf(ctx.db, scope, [customer.id]);
  // Before the row, so that whoever finds the member finds the accounts too.
  if (!present.has(customer.id)) {
    requireEligible(customer, await effectiveTierOf(ctx.db, scope, customer), settings);
    await openMemberAccounts(caller, [id], settings.currency);
  }
  const stored = await storeMember(ctx, {
    scope,
    idempotency: null,
    subject_id: id,
    actor,
    settings,
    customer_id: customer.id,
    pay_entrance_fee,
    member_no,
    till_id: till ?? null,
  });
  // Without a key no earlier request is found: joining again is answered by the member's row.
  const { member, fee, replayed } = (stored as { created: StoredMember }).created;
  if (fee) await bookEntry(caller, fee);
  return { member: await readMember(caller, member.id), replayed };
}
