export { openSessionSchema as schema, presentOpenSession as present } from './session.presenter.ts';
export {
  cleanUpSessions as cleanUp,
  isSessionToken,
  listSessions as list,
  revokeSession as revoke,
  revokeSessions as revokeAll,
  signOut,
  userOfSession as userOf,
} from './sessions.ts';
