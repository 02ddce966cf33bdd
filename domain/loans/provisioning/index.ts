export { MAX_CLASSES, MIN_CLASSES, type LoanClass } from './provisioning.rules.ts';
export { getProvisioningTable as getTable, putProvisioningTable as putTable } from './provisioning-table.ts';
export { requestProvision as request } from './provisions.ts';
export {
  presentProvisioningTable as presentTable,
  provisioningTableSchema as tableSchema,
} from '../book/loan-book.presenter.ts';
