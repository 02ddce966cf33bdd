export {
  defineSavingsProduct as define,
  getSavingsProduct as get,
  listSavingsProducts as list,
  requireEarningProduct as requireEarning,
  namedSavingsProducts as named,
  retireSavingsProduct as retire,
  type SavingsProductRequest,
} from './products.ts';
export {
  AT_MATURITY,
  SAVINGS_KINDS as KINDS,
  SAVINGS_PRODUCT_STATUSES as STATUSES,
  type SavingsProductStatus,
} from './product.model.ts';
export { presentSavingsProduct as present, savingsProductSchema as schema } from './product.presenter.ts';
