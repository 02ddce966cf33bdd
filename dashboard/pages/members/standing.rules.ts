/** What a member's status allows, as the service decides it. Pure. */
import type { Member } from '../../generated/wire.ts';

/** Whether money may come in for the member, and terms be agreed. */
export function mayPayIn({ status }: Pick<Member, 'status'>): boolean {
  return status === 'active' || status === 'suspended';
}
