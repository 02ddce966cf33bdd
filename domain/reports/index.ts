export { readHome } from './home/home.ts';
export { homeSchema, presentHome } from './home/home.presenter.ts';
export { readPaymentsHome } from './home/payments-home.ts';
export { paymentsHomeSchema, presentPaymentsHome } from './home/payments-home.presenter.ts';
export { readRatios } from './ratios.ts';
export { presentRatios, ratiosCsv, ratiosSchema } from './ratios.presenter.ts';
export { readSummary } from './summary.ts';
export { presentSummary, summarySchema } from './summary.presenter.ts';
