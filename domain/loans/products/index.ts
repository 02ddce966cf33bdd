export {
  defineLoanProduct as define,
  getLoanProduct as get,
  listLoanProducts as list,
  namedLoanProducts as named,
  retireLoanProduct as retire,
  type LoanProductRequest,
} from './products.ts';
export { LOAN_PRODUCT_STATUSES as STATUSES, type LoanProductStatus } from './product.model.ts';
export { loanProductSchema as schema, presentLoanProduct as present } from '../loan.presenter.ts';
export { LOAN_FREQUENCIES as FREQUENCIES, LOAN_METHODS as METHODS } from '../positions/schedule.rules.ts';
