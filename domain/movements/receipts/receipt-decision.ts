/** The decision on a request that says whose unallocated money is. Dropped, it is unallocated again. */
import { getMember, lockMember, memberRefusal } from '../../cooperative/index.ts';
import type { Decision } from '../movement.ts';
import { lockReceipt, setReceipt } from './receipt.ts';

export const receiptDecision: Decision = {
  lock: (unit, { member_id }) => lockMember(unit, member_id as string, 'share'),

  plan: async ({ db, scope }, { member_id }) =>
    memberRefusal('pay_in', await getMember(db, scope, member_id as string)) ?? {},

  async onDropped({ trx }, { id, receipt_id }) {
    const receipt = await lockReceipt(trx, receipt_id as string);
    if (receipt?.entry_id === id)
      await setReceipt(trx, receipt.id, { status: 'unallocated', entry_id: null });
  },
};
