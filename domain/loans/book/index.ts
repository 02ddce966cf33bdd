export { readAgeing } from './ageing.ts';
export { readArrears, type ArrearsFilter } from './arrears.ts';
export {
  collectionDate,
  readCollectionPage,
  readCollections,
  type CollectionFilter,
} from './collection-sheet.ts';
export {
  ageingCsv,
  ageingSchema,
  arrearsCsv,
  arrearsSchema,
  collectionSheetCsv,
  collectionSheetSchema,
  portfolioGroupsCsv as groupsCsv,
  portfolioGroupsSchema as groupsSchema,
  presentAgeing,
  presentArrears,
  presentCollectionSheet,
  presentPortfolioGroups as presentGroups,
} from './loan-book.presenter.ts';
export { PORTFOLIO_GROUPINGS as GROUPINGS, type PortfolioGrouping } from './open-book.sql.ts';
export { readOutstanding, readPortfolioGroups as readGroups, type Outstanding } from './portfolio-groups.ts';
export {
  largestArrears,
  readCollectionWeeks,
  readDue,
  readOfficerBook,
  type CollectionWeek,
  type LargeArrears,
  type OfficerBook,
} from './home-figures.ts';
