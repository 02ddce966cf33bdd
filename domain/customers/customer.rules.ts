/** The customer's states, as data. Pure. */

export const CUSTOMER_STATUSES = ['active', 'frozen', 'closed'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export type CustomerAction = 'freeze' | 'unfreeze' | 'close';

/** Where an action leads; doing it again repeats, and what is not listed is refused. Nothing leads out of closed. */
const TRANSITIONS: Record<CustomerAction, Partial<Record<CustomerStatus, CustomerStatus>>> = {
  freeze: { active: 'frozen', frozen: 'frozen' },
  unfreeze: { active: 'active', frozen: 'active' },
  close: { active: 'closed', frozen: 'closed', closed: 'closed' },
};

/** null when the state does not allow it. */
export function statusAfter(action: CustomerAction, status: CustomerStatus): CustomerStatus | null {
  return TRANSITIONS[action][status] ?? null;
}
