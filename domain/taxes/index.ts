export { getMemberTax, putMemberTax, type MemberTaxRequest } from './member-tax.ts';
export { taxInvariants } from './invariants.ts';
export { remitTax, TAX_MOVEMENTS } from './remit-tax.ts';
export { reportWithholding } from './report-withholding.ts';
export {
  memberTaxSchema,
  presentMemberTax,
  presentWithholdingReport,
  withholdingCsv,
  withholdingReportSchema,
} from './tax.presenter.ts';
