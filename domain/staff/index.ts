export { actorPresenter, type ActorPresenter } from './actor.presenter.ts';
export { apiKeyLookup, type KeyIdentity } from './keys/api-key-lookup.ts';
export {
  createApiKey,
  isApiKey,
  issuerOfKey,
  listApiKeys,
  revokeApiKey,
  type KeyRequest,
} from './keys/api-keys.ts';
export { isWithinScopes, KEY_SCOPES } from './keys/api-key.rules.ts';
export { apiKeySchema, presentApiKey } from './keys/api-key.presenter.ts';
export {
  presentProject,
  presentStaffMember,
  projectSchema,
  staffMemberSchema,
  testClockSchema,
} from './projects/project.presenter.ts';
export {
  meSchema,
  presentMe,
  presentSession,
  presentUserProject,
  sessionSchema,
  userProjectSchema,
} from './users/user.presenter.ts';
export { enterProject, mayEnterProject, type StaffDemands } from './projects/enter-project.ts';
export {
  createProject,
  moveTestClock,
  projectScope,
  readProject,
  readTestClock,
  updateProject,
  type ProjectCaller,
} from './projects/projects.ts';
export { beginTotp, confirmTotp, disableTotp, readTotp, removeTotp, sealedTotp } from './totp/totp.ts';
export { totpEnrolmentSchema, totpStatusSchema } from './totp/totp.presenter.ts';
export type { ProjectRow } from './projects/project.model.ts';
export { staffInvariants } from './invariants.ts';
export { requireStillManager, roleOf } from './projects/role.ts';
export { listStaff, putStaff, removeStaff } from './projects/staff-members.ts';
export * as strictApprovals from './strict-approvals/index.ts';
export { acceptInvitation, declineInvitation, listInvitations } from './projects/invitations.ts';
export { invitationSchema, presentInvitation } from './projects/invitation.presenter.ts';
export { ANY_STAFF, DECIDERS, GIVEN_ROLES, MANAGERS, type Role } from './projects/roles.rules.ts';
export { openSessionSchema, presentOpenSession } from './sessions/session.presenter.ts';
export {
  cleanUpSessions,
  isSessionToken,
  listSessions,
  revokeSession,
  revokeSessions,
  signOut,
  userOfSession,
  type ClientInfo,
} from './sessions/sessions.ts';
export { sendAccountEmail, sweepAccountEmails } from './users/account-emails.ts';
export { issueToken } from './users/account-tokens.ts';
export {
  changePassword,
  forgetPassword,
  issueResetToken,
  RESET_DELIVERIES,
  resetPassword,
  sendVerification,
  verifyEmail,
} from './users/passwords.ts';
export { createUser, isOperator, listProjectsOf, register, setOperator, signIn } from './users/users.ts';
export type { UserRow } from './users/user.model.ts';
