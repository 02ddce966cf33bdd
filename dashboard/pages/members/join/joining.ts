/**
 * The steps of registering a member, one after the other: the customer, tier 1 of KYC, the membership. Each can be repeated:
 * what exists already is used.
 */
import { call } from '../../../api/client.ts';
import type { InputOf } from '../../../api/operations.ts';
import { useSubmit, type Sending } from '../../../api/submit.ts';
import type { Customer, KycRequirements, Member } from '../../../generated/wire.ts';

/** The tier that asks for nothing but a name and a phone: whoever registers a member may decide it on the way. */
const TIER_ON_THE_WAY = 1;

type NewCustomer = Pick<InputOf<'customers.create'>, 'full_name' | 'phone'>;

export interface JoiningOutcome {
  /** As it is now; null while there is none. */
  customer: Customer | null;
  /** Null where a step was refused, or where KYC asks for more. */
  member: Member | null;
}

export interface Joining extends Sending {
  /** Can the tier be decided on the way, or is there something to do first? */
  mayDecide: (requirements: KycRequirements | undefined) => boolean;
  join: (
    subject: Customer | NewCustomer,
    terms: Omit<InputOf<'sacco.members.join'>, 'customer_id'>,
  ) => Promise<JoiningOutcome>;
}

/** @param min_kyc_tier that members need */
export function useJoining(min_kyc_tier: number): Joining {
  const creation = useSubmit('customers.create', { once: true });
  const decision = useSubmit('customers.kyc.decide');
  const membership = useSubmit('sacco.members.join');
  const steps = [creation, decision, membership];

  const create = async (newcomer: NewCustomer): Promise<Customer | null> => {
    const answer = await creation.submit(newcomer);
    if (answer) return answer.data;
    // Created by this request, whose answer was lost, or before: the same name and phone are the same person.
    const found = await findCustomer(newcomer);
    if (found) creation.restart();
    return found;
  };

  return {
    is_busy: steps.some(({ is_busy }) => is_busy),
    is_checking: steps.some(({ is_checking }) => is_checking),
    error: steps.find((step) => step.error)?.error ?? null,
    holder: membership.holder,
    mayDecide: (requirements) => min_kyc_tier <= TIER_ON_THE_WAY && requirements?.met === true,
    join: async (subject, terms) => {
      for (const step of steps) step.restart();
      const customer = 'id' in subject ? subject : await create(subject);
      if (!customer) return { customer: null, member: null };
      if (customer.kyc_tier < min_kyc_tier) {
        if (min_kyc_tier > TIER_ON_THE_WAY) return { customer, member: null };
        const decided = await decision.submit({
          customer: customer.id,
          decision: 'approve',
          tier: TIER_ON_THE_WAY,
        });
        if (!decided) return { customer, member: null };
      }
      const answer = await membership.submit({ customer_id: customer.id, ...terms });
      return { customer, member: answer?.data ?? null };
    },
  };
}

async function findCustomer({ full_name, phone }: NewCustomer): Promise<Customer | null> {
  if (!phone) return null;
  try {
    const { data } = await call('customers.list', { q: phone, limit: 2 });
    const [only, another] = data.customers;
    return only && !another && only.full_name === full_name ? only : null;
  } catch {
    return null;
  }
}
