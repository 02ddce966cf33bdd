export { apiKeyLookup, type KeyIdentity } from './api-key-lookup.ts';
export { createApiKey, isApiKey, issuerOfKey, listApiKeys, revokeApiKey } from './api-keys.ts';
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
export { enterProject } from './enter-project.ts';
export {
  createProject,
  listStaff,
  moveTestClock,
  putStaff,
  readTestClock,
  removeStaff,
  roleOf,
  projectScope,
} from './projects.ts';
export type { ProjectRow } from './project.model.ts';
export { ANY_STAFF, DECIDERS, GIVEN_ROLES, MANAGERS, type Role } from './roles.rules.ts';
export {
  changePassword,
  cleanUpSessions,
  createUser,
  isOperator,
  isSessionToken,
  listProjectsOf,
  register,
  setOperator,
  signIn,
  signOut,
  userOfSession,
} from './users.ts';
export type { UserRow } from './user.model.ts';
