export { SaccoMember, type MemberRow, type NamedMember } from './member.model.ts';
export {
  allows,
  customerRefusal,
  MEMBER_STATES,
  MEMBER_STATUSES,
  mayBecome,
  memberRefusal,
  type Flow,
  type MemberStatus,
} from './member.rules.ts';
export {
  memberSummaries,
  memberSummarySchema,
  presentMemberSummary,
  type MemberSummaries,
} from './member-summary.presenter.ts';
export * as savingsIds from './savings-account-id.rules.ts';
export * as localDay from './today.sql.ts';
export { getMember, idOfMember, lockMember, namedMembers, readMembers } from './member.ts';
export { reportPeriod, type ReportPeriod, type ReportRequest } from './report-period.ts';
export {
  SaccoSettings,
  WATERFALL_STEPS,
  waterfallOf,
  type SettingsRow,
  type WaterfallStep,
} from './settings.model.ts';
export * as interestTerms from './interest-plans.rules.ts';
export * as withholding from './withholding.ts';
export {
  currencyChanged,
  findSettings,
  getSettings,
  localToday,
  lockPeriods,
  lockSettings,
  lockSettingsOf,
  serializeOnSettings,
} from './settings.ts';
