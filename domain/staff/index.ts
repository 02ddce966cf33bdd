/** Use cases with their presenters, by what they are about. */
export * as apiKeys from './keys/index.ts';
export * as invitations from './invitations/index.ts';
export * as operators from './operators/index.ts';
export * as passwords from './passwords/index.ts';
export * as projects from './projects/index.ts';
export * as sessions from './sessions/index.ts';
export * as staffMembers from './members/index.ts';
export * as strictApprovals from './strict-approvals/index.ts';
export * as testClock from './projects/test-clock.ts';
export * as totp from './totp/index.ts';
export * as users from './users/index.ts';
export { countDueEmails, sendAccountEmail, sweepAccountEmails } from './users/account-emails.ts';

/** Who calls: what the API, and other modules, ask about a person, a key and a project. */
export { actorPresenter, type ActorPresenter } from './actor.presenter.ts';
export { apiKeyLookup, type KeyIdentity } from './keys/api-key-lookup.ts';
export { issuerOfKey, maySendMoney } from './keys/api-keys.ts';
export { enterProject, mayEnterProject, type StaffDemands } from './projects/enter-project.ts';
export type { ProjectRow } from './projects/project.model.ts';
export { projectScope, readProject, type ProjectCaller } from './projects/projects.ts';
export { requireStillManager, roleOf } from './projects/role.ts';
export { ANY_STAFF, DECIDERS, GIVEN_ROLES, MANAGERS, type Role } from './projects/roles.rules.ts';
export type { ClientInfo } from './sessions/sessions.ts';
export type { UserRow } from './users/user.model.ts';
export { isOperator } from './users/users.ts';

/** What the service is put together from. */
export { staffInvariants } from './invariants.ts';
export { sealedTotp } from './totp/totp.ts';
