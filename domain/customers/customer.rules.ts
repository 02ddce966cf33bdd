/** The customer's states, as data. Pure. */

export const CUSTOMER_STATUSES = ['active', 'frozen', 'closed'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export type CustomerAction = 'freeze' | 'unfreeze' | 'close';

/** The status after an action; transitions that are not listed are refused. Nothing leads out of closed. */
const TRANSITIONS: Record<CustomerAction, Partial<Record<CustomerStatus, CustomerStatus>>> = {
  freeze: { active: 'frozen', frozen: 'frozen' },
  unfreeze: { active: 'active', frozen: 'active' },
  close: { active: 'closed', frozen: 'closed', closed: 'closed' },
};

/** null when the status does not allow it. */
export function statusAfter(action: CustomerAction, status: CustomerStatus): CustomerStatus | null {
  return TRANSITIONS[action][status] ?? null;
}
