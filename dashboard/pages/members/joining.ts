/**
 * The steps of joining, one after the other: the customer, tier 1 of KYC, the membership. Each can be repeated: what is there
 * already is taken up again.
 */
import { UshirikaError } from '@ushirika/sdk/transport';
import { call } from '../../api/client.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Customer, KycDecision, KycRequirements, Member } from '../../generated/wire.ts';
import type { NewCustomer } from './customer-choice.tsx';

/** The tier that asks for nothing but a name and a phone: whoever joins a member may decide it on the way. */
const TIER_ON_THE_WAY = 1;

export interface JoiningOutcome {
  /** As it stands now; null while there is none. */
  customer: Customer | null;
  /** Null where a step was refused, or where KYC asks for more. */
  member: Member | null;
}

export interface Joining {
  is_busy: boolean;
  is_checking: boolean;
  error: UshirikaError | null;
  /** Can the tier be decided on the way, or is there something to do first? */
  mayDecide: (requirements: KycRequirements | undefined) => boolean;
  join: (subject: Customer | NewCustomer, terms: object) => Promise<JoiningOutcome>;
}

/** @param min_kyc_tier that members need */
export function useJoining(min_kyc_tier: number): Joining {
  const creation = useSubmission<Customer>({ key: 'once' });
  const decision = useSubmission<KycDecision>({ key: 'none' });
  const membership = useSubmission<Member>({ key: 'none' });
  const steps = [creation, decision, membership];

  const create = async ({ full_name, phone }: NewCustomer): Promise<Customer | null> => {
    const body = { full_name: full_name.trim(), ...(phone.trim() === '' ? {} : { phone: phone.trim() }) };
    const answer = await creation.submit({ path: '/api/v1/customers', body });
    if (answer) return answer.data;
    // Created by this request, whose answer got lost, or before: the same name and phone are the same person.
    const found = await findCustomer(body.full_name, phone.trim());
    if (found) creation.restart();
    return found;
  };

  return {
    is_busy: steps.some(({ is_busy }) => is_busy),
    is_checking: steps.some(({ state }) => state.step === 'checking'),
    error: steps.find((step) => step.error)?.error ?? null,
    mayDecide: (requirements) => min_kyc_tier <= TIER_ON_THE_WAY && requirements?.met === true,
    join: async (subject, terms) => {
      for (const step of steps) step.restart();
      const customer = 'id' in subject ? subject : await create(subject);
      if (!customer) return { customer: null, member: null };
      if (customer.kyc_tier < min_kyc_tier) {
        if (min_kyc_tier > TIER_ON_THE_WAY) return { customer, member: null };
        const path = `/api/v1/customers/${customer.id}/kyc`;
        const decided = await decision.submit({ path, body: { decision: 'approve', tier: TIER_ON_THE_WAY } });
        if (!decided) return { customer, member: null };
      }
      const answer = await membership.submit({
        path: '/api/v1/sacco/members',
        body: { customer_id: customer.id, ...terms },
      });
      return { customer, member: answer?.data ?? null };
    },
  };
}

async function findCustomer(full_name: string, phone: string): Promise<Customer | null> {
  if (phone === '') return null;
  try {
    const query = { q: phone, limit: 2 };
    const { data } = await call<{ customers: Customer[] }>('GET', '/api/v1/customers', { query });
    const [only, another] = data.customers;
    return only && !another && only.full_name === full_name ? only : null;
  } catch {
    return null;
  }
}
