export { countDuePostings as countDue, countPostings as count } from './count-postings.ts';
export { postPendingPayments as postPending, sweepPostings as sweep } from './post-payments.ts';
export { listPostings as list, retryPosting as retry } from './posting.ts';
export { POSTING_STATUSES as STATUSES, type PostingStatus } from './posting.model.ts';
export { postingSchema as schema, presentPosting as present } from './posting.presenter.ts';
