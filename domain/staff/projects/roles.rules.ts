/** Staff roles and what each may do. Pure. */

export const ROLES = ['owner', 'admin', 'checker', 'maker'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be assigned; the owner of a project never changes. */
export const GIVEN_ROLES = ['admin', 'checker', 'maker'] as const;

/** May manage the project: keys, credentials, staff, settings, clock. */
export const MANAGERS: readonly Role[] = ['owner', 'admin'];
/** May decide on the requests of others. */
export const DECIDERS: readonly Role[] = ['owner', 'admin', 'checker'];
export const ANY_STAFF: readonly Role[] = ['owner', 'admin', 'checker', 'maker'];

export function decides(role: Role): boolean {
  return DECIDERS.includes(role);
}

export const STAFF_STATUSES = ['active', 'invited'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];
