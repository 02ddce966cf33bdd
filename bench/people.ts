/** Customers of a SACCO, each with a membership and a wallet, for benches over HTTP. */
import { newUuid } from '../core/ids.ts';
import { SYSTEM } from '../core/scope.ts';
import { createCustomer, kyc } from '../domain/customers/index.ts';
import { joinMember, putSettings } from '../domain/members/index.ts';
import { openWallet } from '../domain/wallets/index.ts';
import { CURRENCY } from './sacco-rows.ts';
import type { Asked, Services } from './served.ts';

export interface Person {
  customer_id: string;
  member_id: string;
}

/** Sets the SACCO up and registers that many customers. */
export async function invite({ ctx, scope }: Services, count: number): Promise<Person[]> {
  await putSettings({ ctx, scope, actor: SYSTEM }, { currency: CURRENCY, min_kyc_tier: 1 });
  const people: Person[] = [];
  for (let n = 0; n < count; n++) {
    const phone = `+2547${String(10_000_000 + n)}`;
    const {
      customer: { id },
    } = await createCustomer({ ctx, scope, actor: SYSTEM }, { full_name: `Person ${n}`, phone });
    await kyc.decide({ ctx, scope, actor: SYSTEM }, id, { decision: 'approve', tier: 1, note: null });
    await openWallet({ ctx, scope, actor: SYSTEM }, { customer_id: id, currency: CURRENCY });
    const { member } = await joinMember(
      { ctx, scope, actor: SYSTEM },
      { customer_id: id, pay_entrance_fee: false },
    );
    people.push({ customer_id: id, member_id: member.id });
  }
  return people;
}

/** Cycles through all of them, so that consecutive requests concern different ones. @param ask gets one, and the next one */
export function goRound<Each>(all: readonly Each[], ask: (each: Each, next: Each) => Asked): () => Asked {
  let turn = 0;
  return () => {
    const each = all[turn++ % all.length] as Each;
    return ask(each, all[turn % all.length] as Each);
  };
}

/** A movement of one minor unit with a new idempotency key. */
export function movement(): { amount_minor: number; idempotency_key: string } {
  return { amount_minor: 100, idempotency_key: newUuid() };
}
