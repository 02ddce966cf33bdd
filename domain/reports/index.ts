export { readSummary } from './summary.ts';
export { presentSummary, summarySchema } from './summary.presenter.ts';
