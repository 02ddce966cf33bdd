/** The states of a member, and what each lets happen. Pure. */
import { refusal, type AppError } from '../../core/errors.ts';

export const MEMBER_STATUSES = ['active', 'suspended', 'exiting', 'exited'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Which money may move: into the cooperative, out of it or from savings into shares. */
export type Flow = 'pay_in' | 'pay_out';

interface MemberState {
  pay_in: boolean;
  pay_out: boolean;
  becomes: readonly MemberStatus[];
}

/** While a member is exiting nothing moves until somebody has decided; an exit that is not carried out ends in active. */
export const MEMBER_STATES: Record<MemberStatus, MemberState> = {
  active: { pay_in: true, pay_out: true, becomes: ['suspended', 'exiting'] },
  suspended: { pay_in: true, pay_out: false, becomes: ['active'] },
  exiting: { pay_in: false, pay_out: false, becomes: ['exited', 'active'] },
  exited: { pay_in: false, pay_out: false, becomes: [] },
};

export function allows(status: MemberStatus, flow: Flow): boolean {
  return MEMBER_STATES[status][flow];
}

export function mayBecome(from: MemberStatus, to: MemberStatus): boolean {
  return MEMBER_STATES[from].becomes.includes(to);
}

/** The state of a member and of the customer who is the member. */
interface MemberStanding {
  full_name: string;
  status: MemberStatus;
  customer_status: 'active' | 'frozen' | 'closed';
}

/** Why this member's money may not move that way; null when it may. */
export function memberRefusal(flow: Flow, member: MemberStanding): AppError | null {
  if (!allows(member.status, flow))
    return refusal('member_not_active', `${member.full_name} is ${member.status}.`);
  return flow === 'pay_out' ? customerRefusal(member) : null;
}

/** Why this person may be paid nothing; null when they may. */
export function customerRefusal({
  full_name,
  customer_status,
}: Pick<MemberStanding, 'full_name' | 'customer_status'>): AppError | null {
  return customer_status === 'active'
    ? null
    : refusal('customer_not_active', `The customer ${full_name} is ${customer_status}.`);
}
