export {
  getCustomer,
  lockCustomers,
  requireActive,
  type CustomerRow,
  type CustomerStatus,
} from './customer.ts';
export { recordCustomerEvent } from './customer-event.ts';
