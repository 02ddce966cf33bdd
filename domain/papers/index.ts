export { checkPaper, paperSchema, presentPaper, type CheckedPaper } from './check-paper.ts';
export { dividendAdvicePdf } from './dividend-advice-pdf.ts';
export { guaranteePdf } from './guarantee-pdf.ts';
export { paperInvariants } from './invariants.ts';
export { loanSchedulePdf } from './loan-schedule-pdf.ts';
export type { PaperRequest } from './make-pdf.ts';
export { readReceipt, RECEIPT_SIZES, receiptPdf, receiptSchema, type ReceiptSize } from './receipt.ts';
export { MAX_MOVEMENTS, statementPdf } from './statement-pdf.ts';
export { LANGUAGES, WORDS, type Language, type Words } from './words/words.ts';
