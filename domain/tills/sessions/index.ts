export { closeSession as close } from './close-session.ts';
export { cashPlaces } from './cash-places.ts';
export { daySheetCsv, movementsOfSession as movementsOf, type DaySheetMovement } from './day-sheet.ts';
export { openSession as open } from './open-session.ts';
export {
  countSchema,
  presentCounts,
  presentSession as present,
  presentSessionDetails as presentDetails,
  presentSessions as presentAll,
  sessionDetailsSchema as detailsSchema,
  sessionSchema as schema,
} from './session.presenter.ts';
export { LIVE, SESSION_STATUSES as STATUSES } from './session.rules.ts';
export {
  countsOfSession as listCounts,
  entriesOfSession as listEntries,
  listSessions as list,
  readSession as read,
  type SessionFilter,
} from './sessions.ts';
export { countTill } from './surprise-count.ts';
export { requestTillTransfer, VAULT } from './till-transfer.ts';
