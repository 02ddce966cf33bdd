export {
  apiKeyLookup,
  createApiKey,
  isApiKey,
  issuerOfKey,
  listApiKeys,
  presentApiKey,
  revokeApiKey,
  type KeyIdentity,
} from './api-keys.ts';
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
  projectScope,
  type ProjectRow,
} from './projects.ts';
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
  type UserRow,
} from './users.ts';
