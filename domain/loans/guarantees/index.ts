export { guaranteeSchema as schema, presentGuarantee as present } from '../loan.presenter.ts';
export { readGuarantee as read } from '../read-loan.ts';
