export { addDocument as add, type DocumentRequest } from './add-document.ts';
export { listDocuments as list } from './document.ts';
export {
  documentSchema as schema,
  presentDocument as present,
  presentDocuments as presentAll,
} from './document.presenter.ts';
export { revealNumber } from './reveal-number.ts';
export { reviewDocument as review, type Review } from './review-document.ts';
export { DOC_TYPES as TYPES } from '../kyc/kyc.rules.ts';
