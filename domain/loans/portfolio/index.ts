export { readPortfolioHistory as readHistory } from '../history/portfolio-history.ts';
export { storePortfolioMonths as storeMonths } from '../history/store-months.ts';
export {
  portfolioHistorySchema as historySchema,
  portfolioSchema as schema,
  presentPortfolio as present,
  presentPortfolioHistory as presentHistory,
} from './portfolio.presenter.ts';
export { isMonth } from './portfolio.rules.ts';
export { readPortfolio as read, type Portfolio } from './portfolio.ts';
export { PAR_DAYS } from './portfolio.rules.ts';
