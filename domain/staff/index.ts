export { actorPresenter, type ActorPresenter } from './actor.presenter.ts';
export { apiKeyLookup, type KeyIdentity } from './api-key-lookup.ts';
export {
  createApiKey,
  isApiKey,
  issuerOfKey,
  listApiKeys,
  revokeApiKey,
  type KeyRequest,
} from './api-keys.ts';
export { isWithinScopes, KEY_SCOPES } from './api-key.rules.ts';
export { apiKeySchema, presentApiKey } from './api-key.presenter.ts';
export {
  presentProject,
  presentStaffMember,
  presentTestClock,
  projectSchema,
  staffMemberSchema,
  testClockSchema,
} from './project.presenter.ts';
export {
  meSchema,
  presentMe,
  presentSession,
  presentUserProject,
  sessionSchema,
  userProjectSchema,
} from './user.presenter.ts';
export { enterProject, mayEnterProject, type StaffDemands } from './enter-project.ts';
export {
  createProject,
  moveTestClock,
  projectScope,
  readProject,
  readTestClock,
  updateProject,
} from './projects.ts';
export { beginTotp, confirmTotp, disableTotp, readTotp, removeTotp, sealedTotp } from './totp.ts';
export { totpEnrolmentSchema, totpStatusSchema } from './totp.presenter.ts';
export type { ProjectRow } from './project.model.ts';
export { staffInvariants } from './invariants.ts';
export { lockRole, requireStillManager, roleOf } from './role.ts';
export { listStaff, putStaff, removeStaff } from './staff-members.ts';
export { acceptInvitation, declineInvitation, listInvitations } from './invitations.ts';
export { invitationSchema, presentInvitation } from './invitation.presenter.ts';
export { ANY_STAFF, DECIDERS, GIVEN_ROLES, MANAGERS, type Role } from './roles.rules.ts';
export { openSessionSchema, presentOpenSession } from './session.presenter.ts';
export {
  cleanUpSessions,
  isSessionToken,
  listSessions,
  revokeSession,
  revokeSessions,
  signOut,
  userOfSession,
  type ClientInfo,
} from './sessions.ts';
export { sendAccountEmail, sweepAccountEmails } from './account-emails.ts';
export { issueToken } from './account-tokens.ts';
export {
  askToVerify,
  changePassword,
  forgetPassword,
  issueResetToken,
  RESET_DELIVERIES,
  resetPassword,
  verifyEmail,
} from './passwords.ts';
export { createUser, isOperator, listProjectsOf, register, setOperator, signIn } from './users.ts';
export type { UserRow } from './user.model.ts';
