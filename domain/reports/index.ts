export { readRatios } from './ratios.ts';
export { presentRatios, ratiosCsv, ratiosSchema } from './ratios.presenter.ts';
export { readSummary } from './summary.ts';
export { presentSummary, summarySchema } from './summary.presenter.ts';
