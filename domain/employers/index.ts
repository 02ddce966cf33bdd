export { readAdvice } from './advice.ts';
export { reportCheckOff } from './check-off.ts';
export {
  adviceCsv,
  adviceSchema,
  checkOffCsv,
  checkOffSchema,
  employerSchema,
  presentAdvice,
  presentCheckOff,
  presentEmployer,
  presentRemittance,
  remittanceSchema,
} from './employer.presenter.ts';
export {
  changeEmployer,
  defineEmployer,
  getEmployer,
  listEmployers,
  setEmployment,
  type EmployerRequest,
} from './employers.ts';
export { employerInvariants } from './invariants.ts';
export { remittanceApproval } from './split-lines.ts';
export { listRemittances, readRemittance, requestRemittance, type RemittanceRequest } from './remit.ts';
