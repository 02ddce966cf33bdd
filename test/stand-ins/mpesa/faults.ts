/** What can go wrong with M-PESA beside what can with every provider. */
export interface DarajaFaults {
  /** So many requests for an access token are answered 503. */
  token_outages: number;
  /** A push is answered with this error, without effect. */
  push_error: { status: number; errorCode: string; errorMessage: string } | null;
  /** What becomes of a reversal; `done_as_21` has another code than 0 and says that it was processed. */
  reversal: 'done' | 'done_as_21' | 'refused';
  /** What becomes of the answer to the request for a reversal. */
  reversal_answer: 'sent' | 'dropped' | 'error_after' | 'says_nothing' | 'throttled';
  /** The result code of payouts: `0` where they are made; null: they wait in a queue. */
  payout: string | null;
  /** What becomes of the answer to the request for a payout; `throttled` and `refused` ones have no effect. */
  payout_answer: 'sent' | 'dropped' | 'error_after' | 'says_nothing' | 'throttled' | 'refused';
  /** The result of a payout has this code, whatever became of it: somebody else sends it. */
  forged_result: string | null;
  /** The initiator's password is not right: every result has code 2001. */
  initiator_locked: boolean;
  /** The status of a payout tells of another receiver. */
  status_receiver: string | null;
  /** Statuses are not to be found under the ids of conversations. */
  only_transactions: boolean;
  /** Results of reversals, of payouts and of questions about a status. `timeout`: the other address is called instead. */
  results: 'once' | 'twice' | 'never' | 'timeout';
  /** Results are told as soon as the request was answered, instead of when `tellResults` is called. */
  tells_at_once: boolean;
  /** Statuses are not to be found under the ids of reversals. */
  only_receipts: boolean;
  /** The addresses of payments by the payers themselves are refused: others are registered. */
  urls_taken: boolean;
  /** What becomes of the answer to their registration. */
  urls_answer: 'sent' | 'dropped';
  /** The operator was deleted: it has no result but this. */
  operator_missing: boolean;
}

export const NO_DARAJA_FAULTS: DarajaFaults = {
  token_outages: 0,
  push_error: null,
  reversal: 'done',
  reversal_answer: 'sent',
  payout: '0',
  payout_answer: 'sent',
  forged_result: null,
  initiator_locked: false,
  status_receiver: null,
  only_transactions: false,
  results: 'once',
  tells_at_once: false,
  only_receipts: false,
  urls_taken: false,
  urls_answer: 'sent',
  operator_missing: false,
};
