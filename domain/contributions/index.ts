export { CONTRIBUTION_FREQUENCIES } from './contribution.model.ts';
export {
  contributionCsv,
  contributionReportSchema,
  contributionSchema,
  presentContribution,
  presentContributionReport,
} from './contribution.presenter.ts';
export {
  agreeContribution,
  getContribution,
  putContribution,
  type ContributionRequest,
} from './contribution.ts';
export { reportContributions } from './report-contributions.ts';
