/** Staff roles and what each may do. Pure. */

export const ROLES = ['owner', 'admin', 'checker', 'maker'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be given; a project has one owner from its beginning to its end. */
export const GIVEN_ROLES = ['admin', 'checker', 'maker'] as const;

/** Manage the project: keys, credentials, staff, settings, clock. */
export const MANAGERS: readonly Role[] = ['owner', 'admin'];
/** Decide on what others asked for. */
export const DECIDERS: readonly Role[] = ['owner', 'admin', 'checker'];
export const ANY_STAFF: readonly Role[] = ['owner', 'admin', 'checker', 'maker'];

export const STAFF_STATUSES = ['active', 'invited'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];
