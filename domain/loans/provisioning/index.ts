export { MAX_CLASSES, MIN_CLASSES, type LoanClass } from '../book/provisioning.rules.ts';
export {
  getProvisioningTable as getTable,
  putProvisioningTable as putTable,
} from '../book/provisioning-table.ts';
export { requestProvision as request } from '../book/provisions.ts';
export {
  presentProvisioningTable as presentTable,
  provisioningTableSchema as tableSchema,
} from '../book/loan-book.presenter.ts';
