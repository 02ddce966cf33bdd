export { MAX_GUARANTORS } from './application.rules.ts';
export { applyForLoan as submit } from './apply-for-loan.ts';
export { previewLoan as preview } from './preview-loan.ts';
export {
  loanPreviewSchema as previewSchema,
  presentLoanPreview as presentPreview,
} from '../loan.presenter.ts';
