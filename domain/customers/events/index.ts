export { listCustomerEvents as list } from './customer-event.ts';
export {
  customerEventSchema as schema,
  presentCustomerEvents as presentAll,
} from './customer-event.presenter.ts';
