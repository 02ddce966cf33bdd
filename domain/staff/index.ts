export { apiKeyLookup, type KeyIdentity } from './api-key-lookup.ts';
export { createApiKey, isApiKey, issuerOfKey, listApiKeys, presentApiKey, revokeApiKey } from './api-keys.ts';
export { enterProject } from './enter-project.ts';
export {
  createProject,
  listStaff,
  moveTestClock,
  presentProject,
  putStaff,
  readTestClock,
  removeStaff,
  roleOf,
  presentStaffMember,
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
  presentUser,
  register,
  setOperator,
  signIn,
  signOut,
  userOfSession,
} from './users.ts';
export type { UserRow } from './user.model.ts';
